/**
 * How a command ends. This package has the exit codes of failures, messages on stderr, and signals.
 * This package knows no commands; the commands and roles decide what stops in which order.
 */
package dev.sluice.cli.exit;
