/**
 * What all commands and roles share: exit codes, failures with a way out, commands to paste. No
 * command line parsing: that is the module cli.
 */
package dev.sluice.app;
