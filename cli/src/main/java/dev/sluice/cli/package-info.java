/**
 * The command line: the only {@code main}, one class for each verb, and what an exit code means.
 */
package dev.sluice.cli;
