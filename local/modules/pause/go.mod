// The program of every pod's sandbox, and the first process of the local cluster's node.
module c5c3.io/local/pause

go 1.24.0
