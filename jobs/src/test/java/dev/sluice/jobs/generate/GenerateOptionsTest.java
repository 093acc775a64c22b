package dev.sluice.jobs.generate;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GenerateOptionsTest {
  private static final Path OUTPUT = Path.of("out");

  @Test
  void shouldRefuseNumbersOfDumpsOutsideTheirRange() {
    for (int dumps : new int[] {-1, 0, 1001}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Generator.Options(OUTPUT, 5000, dumps, 42))
          .withMessageContainingAll("--dumps " + dumps, "1 to 1000");
    }
  }

  @Test
  void shouldRefuseFewerDocumentsThanDumps() {
    for (long documents : new long[] {-1, 0, 3}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Generator.Options(OUTPUT, documents, 4, 42))
          .withMessageContainingAll("--docs " + documents, "4 dumps");
    }
  }
}
