package dev.sluice.app.topology;

import dev.sluice.core.Bucket;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.streams.CurationSettings;
import dev.sluice.streams.CurationTopology;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.WireFormat;
import dev.sluice.topics.record.WriterSchemas;
import java.util.stream.Collectors;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyDescription.Node;
import org.apache.kafka.streams.TopologyDescription.Processor;
import org.apache.kafka.streams.TopologyDescription.Sink;
import org.apache.kafka.streams.TopologyDescription.Source;
import org.apache.kafka.streams.TopologyDescription.Subtopology;

/**
 * Shows the topology of a configuration, as text and as a graph.
 *
 * @param description description by Kafka Streams
 */
public record TopologyDiagram(TopologyDescription description) {
  /** Returns the topology of a configuration. */
  public static TopologyDiagram of(SluiceConfig config) {
    TopicNames names =
        new TopicNames(
            config.kafka().topicPrefix(),
            config.rules().buckets().all().stream().map(Bucket::name).toList());
    return new TopologyDiagram(
        CurationTopology.build(
                new CurationSettings(
                    names,
                    config.rules(),
                    config.operatorRule(),
                    config.nearDedup(),
                    "",
                    WriterSchemas.shipped(),
                    WireFormat.singleObject(),
                    config.maxRecordBytes()),
                new TopologyGauge())
            .describe());
  }

  /** Returns the description that Kafka Streams gives. */
  public String text() {
    return description.toString();
  }

  /**
   * Returns the topology as a graph for Graphviz, with topics as boxes, stores as cylinders and
   * nodes as ellipses.
   */
  public String dot() {
    String body =
        description.subtopologies().stream()
            .flatMap((Subtopology part) -> part.nodes().stream())
            .map(TopologyDiagram::lines)
            .sorted()
            .collect(Collectors.joining());
    return "digraph topology {\n  rankdir=LR;\n" + body + "}\n";
  }

  private static String lines(Node node) {
    StringBuilder lines = new StringBuilder();
    for (Node next : node.successors()) {
      lines.append("  \"%s\" -> \"%s\";%n".formatted(node.name(), next.name()));
    }
    if (node instanceof Source source) {
      for (String topic : source.topicSet()) {
        lines.append("  \"%s\" [shape=box];%n".formatted(topic));
        lines.append("  \"%s\" -> \"%s\";%n".formatted(topic, node.name()));
      }
    } else if (node instanceof Sink sink) {
      lines.append("  \"%s\" [shape=box];%n".formatted(sink.topic()));
      lines.append("  \"%s\" -> \"%s\";%n".formatted(node.name(), sink.topic()));
    } else if (node instanceof Processor processor) {
      for (String store : processor.stores()) {
        lines.append("  \"store %s\" [shape=cylinder];%n".formatted(store));
        lines.append("  \"%s\" -> \"store %s\" [dir=both];%n".formatted(node.name(), store));
      }
    }
    return lines.toString();
  }
}
