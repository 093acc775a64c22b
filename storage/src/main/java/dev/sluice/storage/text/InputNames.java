package dev.sluice.storage.text;

import java.util.function.Predicate;

/**
 * Which files an input may stand for.
 *
 * @param listed whether a file of this name is taken where a directory or glob leads to it
 * @param given whether it is taken where it is named itself
 * @param endings of names that are taken, for messages
 */
public record InputNames(Predicate<String> listed, Predicate<String> given, String endings) {
  /** What is taken either way. */
  public static InputNames of(Predicate<String> taken, String endings) {
    return new InputNames(taken, taken, endings);
  }
}
