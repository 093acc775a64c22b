/**
 * A Kafka broker inside this process. It is one KRaft node that is both broker and controller, on
 * the loopback interface, with its data in one directory.
 *
 * <p>Only this package may use Kafka's server classes. It does not contain topics or clients:
 * callers get an address to connect to.
 */
package dev.sluice.embedded;
