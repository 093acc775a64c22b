package dev.sluice.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.TestingConfig;
import org.junit.jupiter.api.Test;

class TopologyDiagramTest {
  private static TopologyDiagram diagram(String... assignments) {
    return TopologyDiagram.of(TestingConfig.load(TestingConfig.assignments(assignments)).config());
  }

  @Test
  void shouldShowWhereKeysGoWithNearDeduplication() {
    TopologyDiagram diagram = diagram("near-dedup.method=minhash");

    assertThat(diagram.text()).contains("Processor: keys", "Sink: bands (topic: sluice.bands)");
    assertThat(diagram.dot())
        .contains(
            "  \"deduplication\" -> \"keys\";\n",
            "  \"keys\" -> \"bands\";\n",
            "  \"sluice.bands\" [shape=box];\n",
            "  \"bands\" -> \"sluice.bands\";\n");
  }

  @Test
  void shouldShowNoKeysWithoutIt() {
    TopologyDiagram diagram = diagram();

    assertThat(diagram.text()).contains("Sink: rejects (topic: sluice.rejects)");
    assertThat(diagram.text() + diagram.dot()).doesNotContain("keys", "bands");
  }
}
