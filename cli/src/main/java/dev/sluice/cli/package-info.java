/**
 * The command line. This package has the only {@code main} method, one class for each command, and
 * the meaning of exit codes.
 */
package dev.sluice.cli;
