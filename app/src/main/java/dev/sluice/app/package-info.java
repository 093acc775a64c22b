/**
 * What all commands and roles share, such as exit codes, failures that state a remedy, and commands
 * to paste. The command line is parsed in the module cli.
 */
package dev.sluice.app;
