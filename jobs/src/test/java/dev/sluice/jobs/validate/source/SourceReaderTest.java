package dev.sluice.jobs.validate.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SourceReaderTest {
  private static SourceStep read(int files) {
    List<String> inputs = IntStream.range(0, files).mapToObj(file -> "in/" + file).toList();
    return new SourceStep.Read(new SourceUnit("in#1", inputs, Set.of(), new TreeMap<>()));
  }

  private static SourceStep forgotten(int files, int file, long row) {
    List<SourcePart> parts =
        IntStream.range(0, files).mapToObj(each -> new SourcePart("out/" + each, 7)).toList();
    return new SourceStep.ReadForgotten(
        new ForgottenUnit("out#1", parts, List.of(), file, row, List.of("out"), ""));
  }

  /** They fill tables as others do. */
  @Test
  void shouldExpectTheDocumentsOfForgottenUnits() {
    assertThat(SourceReader.documents(100, List.of(read(2)))).isEqualTo(100);
    assertThat(SourceReader.documents(100, List.of(forgotten(9, 9, 0), read(3), read(1))))
        .isEqualTo(325);
    assertThat(SourceReader.documents(100, List.of(forgotten(9, 1, 5), read(2)))).isEqualTo(200);
    assertThat(SourceReader.documents(0, List.of(forgotten(9, 9, 0)))).isZero();
  }
}
