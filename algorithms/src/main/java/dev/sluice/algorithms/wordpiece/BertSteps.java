package dev.sluice.algorithms.wordpiece;

/**
 * The steps of a BERT tokenizer before it splits words.
 *
 * @param cleans removes control characters, and makes white space one kind of space
 * @param splitsIdeographs makes each Chinese character a word
 * @param stripsAccents decomposes characters and removes nonspacing marks
 * @param lowers maps to lower case
 */
public record BertSteps(
    boolean cleans, boolean splitsIdeographs, boolean stripsAccents, boolean lowers) {}
