package dev.sluice.jobs.generate;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.parquet.io.api.Binary;

/**
 * One row as it is written. Everything not listed here is derived from it by the writer.
 *
 * @param text UTF-8
 * @param id {@code <urn:uuid:...>}
 * @param dump of the row, which need not be that of its directory
 * @param page where the page would be; a number that the made-up URL and file path carry
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
