/**
 * An output directory as the program holds it: owner file, work directory, locks, disk space.
 * Nothing here starts a role or asks a broker.
 */
package dev.sluice.app.output;
