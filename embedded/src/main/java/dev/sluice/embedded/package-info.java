/**
 * A Kafka broker inside this process, for those who have none: one KRaft node that is broker and
 * controller, on the loopback interface, with its data in one directory. The only package that
 * knows Kafka's server; what it hands out is an address to connect to.
 */
package dev.sluice.embedded;
