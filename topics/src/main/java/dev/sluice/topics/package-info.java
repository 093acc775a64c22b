/**
 * What travels: the records on the topics, their Avro encoding, the topics' names, creation and
 * verification, and the progress and ownership kept in the log. Knows no stage and no file format.
 */
package dev.sluice.topics;
