//go:build tools

// Package tools keeps the program that is built from this module in its dependency graph.
package tools

import _ "github.com/prometheus/mysqld_exporter"
