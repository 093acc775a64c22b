package dev.sluice.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.TestingConfig;
import org.junit.jupiter.api.Test;

class TopologyDiagramTest {
  private static TopologyDiagram diagram(String... assignments) {
    return TopologyDiagram.of(TestingConfig.load(TestingConfig.assignments(assignments)).config());
  }

  @Test
  void shouldShowWhereSignaturesGoWithNearDeduplication() {
    TopologyDiagram diagram = diagram("near-dedup.method=minhash");

    assertThat(diagram.text())
        .contains("Processor: signing", "Sink: signatures (topic: sluice.signatures)");
    assertThat(diagram.dot())
        .contains(
            "  \"deduplication\" -> \"signing\";\n",
            "  \"signing\" -> \"signatures\";\n",
            "  \"sluice.signatures\" [shape=box];\n",
            "  \"signatures\" -> \"sluice.signatures\";\n");
  }

  @Test
  void shouldShowNoSigningWithoutIt() {
    TopologyDiagram diagram = diagram();

    assertThat(diagram.text()).contains("Sink: rejects (topic: sluice.rejects)");
    assertThat(diagram.text() + diagram.dot()).doesNotContain("signing", "signatures");
  }
}
