/**
 * Groups of options that several commands share, and the checks that need only the options. This
 * package contains no commands and starts no work.
 */
package dev.sluice.cli.option;
