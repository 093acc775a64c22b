package dev.sluice.jobs.generate;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.parquet.io.api.Binary;

/**
 * A row to be written. The writer derives the other columns from it.
 *
 * @param text UTF-8
 * @param id {@code <urn:uuid:...>}
 * @param dump column of the row; may differ from that of its directory
 * @param page a number for the row's URL and file path
 * @param languageScore in {@code [0.65, 1)}
 * @param score in steps of a bfloat16
 */
record SyntheticDocument(
    Optional<Binary> text,
    Optional<Binary> id,
    Optional<String> dump,
    int page,
    double languageScore,
    OptionalDouble score) {

  SyntheticDocument withText(Optional<String> changed) {
    Optional<Binary> bytes = changed.map(Binary::fromString);
    return new SyntheticDocument(bytes, id, dump, page, languageScore, score);
  }

  SyntheticDocument withId(Optional<Binary> changed) {
    return new SyntheticDocument(text, changed, dump, page, languageScore, score);
  }

  SyntheticDocument withDump(Optional<String> changed) {
    return new SyntheticDocument(text, id, changed, page, languageScore, score);
  }

  SyntheticDocument withScore(OptionalDouble changed) {
    return new SyntheticDocument(text, id, dump, page, languageScore, changed);
  }
}
