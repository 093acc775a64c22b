/**
 * Groups of options that several commands share, and the checks that need only the options. No
 * command, and nothing that starts work.
 */
package dev.sluice.cli.option;
