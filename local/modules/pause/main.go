// Command pause does nothing, as process 1 of a PID namespace: it holds the namespaces open, buries the orphans that end up
// as its children, and leaves when it is told to.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	children := make(chan os.Signal, 1)
	signal.Notify(children, syscall.SIGCHLD)
	leave := make(chan os.Signal, 1)
	signal.Notify(leave, syscall.SIGINT, syscall.SIGTERM)
	for {
		select {
		case <-children:
			bury()
		case <-leave:
			return
		}
	}
}

// Signals merge while they wait, so one SIGCHLD may stand for many children.
func bury() {
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		if err == syscall.EINTR {
			continue
		}
		if pid <= 0 || err != nil {
			return
		}
	}
}
