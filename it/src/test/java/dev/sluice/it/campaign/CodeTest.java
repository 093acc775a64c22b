package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CodeTest {
  private static final Code ANY = Code.of("java.nio.file.Files", "move");
  private static final List<String> PACKING =
      List.of("a.Publication", "a.Publication", "a.CutLog", "b.CutLogs", "b.Sealer");
  private static final List<String> SEALING = List.of("a.Publication", "a.Publication", "b.Sealer");

  @Test
  void shouldCountEveryCallWhereItDoesNotMatterWhoseItIs() {
    assertThat(ANY.isForAnyCaller()).isTrue();
    assertThat(ANY.isCalledBy(PACKING)).isTrue();
  }

  @Test
  void shouldCountOnlyTheCallsOfAClass() {
    assertThat(ANY.from("a.Publication").isForAnyCaller()).isFalse();
    assertThat(ANY.from("a.Publication").isCalledBy(SEALING)).isTrue();
    assertThat(ANY.from("b.Sealer").isCalledBy(SEALING)).as("called in between").isFalse();
  }

  @Test
  void shouldCountOnlyTheCallsWhileAClassIsAtWork() {
    Code whilePacking = ANY.from("a.Publication").within("a.CutLog");
    assertThat(whilePacking.isForAnyCaller()).isFalse();
    assertThat(whilePacking.isCalledBy(PACKING)).isTrue();
    assertThat(whilePacking.isCalledBy(SEALING)).isFalse();
  }
}
