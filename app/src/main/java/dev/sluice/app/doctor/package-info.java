/**
 * Looks at machine, disks, state, broker and topics, and says what is wrong and what to do about
 * it. Changes nothing; what cannot be asked is a finding too, never a stack trace.
 */
package dev.sluice.app.doctor;
