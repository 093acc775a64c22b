/**
 * Checks machine, disks, state, broker and topics, and reports what is wrong and how to fix it.
 * Changes nothing; what cannot be asked is a finding too, never a stack trace.
 */
package dev.sluice.app.doctor;
