package io.c5c3.local;

/**
 * The network between this machine and a node of a local cluster that is there for a cloud on it: what a real one has at its uplink.
 *
 * @param card the node's network card in it, which has no address
 * @param network its addresses, of which the machine has the first
 * @param gateway the machine's own address in it
 * @param first the first that a cloud may give away
 * @param last the last that a cloud may give away
 */
public record Outside(String card, String network, String gateway, String first, String last) {}
