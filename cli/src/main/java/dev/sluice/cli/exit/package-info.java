/**
 * How a command ends: exit codes of failures, messages on stderr, signals. This package knows no
 * commands; the commands and roles decide what stops in which order.
 */
package dev.sluice.cli.exit;
