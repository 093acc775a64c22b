package dev.sluice.storage.jsonl;

import java.io.IOException;
import java.util.Optional;

/** Finds where objects begin and end in a window, which then begins with the object. */
sealed interface JsonCutter permits LineReader, ObjectCutter {
  /** Goes to the next object; false behind the last. */
  boolean next() throws IOException;

  /** The object's bytes; of one that is too long, any number. */
  int length();

  /** The line that it begins in, from 1. */
  long number();

  /** The line that has been read up to, from 1. */
  long reached();

  /** Why there is no object. */
  Optional<String> problem();
}
