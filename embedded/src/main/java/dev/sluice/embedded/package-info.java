/**
 * A Kafka broker inside this process: one KRaft node, broker and controller, on the loopback
 * interface, with its data in one directory.
 *
 * <p>What belongs here needs Kafka's server classes, which no other package may use. Topics and
 * clients do not belong here: callers get an address to connect to.
 */
package dev.sluice.embedded;
