/**
 * What every command and role needs: exit codes, failures with a remedy, commands to paste. No
 * command line parsing: that is the module cli.
 */
package dev.sluice.app;
