/**
 * How a command ends: exit codes of failures, messages on stderr, signals. Knows no command; what
 * stops in which order is decided by the commands and roles.
 */
package dev.sluice.cli.exit;
