// The metrics of MariaDB.
module c5c3.io/local/mysqld-exporter

go 1.25.0

require github.com/prometheus/mysqld_exporter v0.19.0
