package dev.sluice.sink;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes an output look as if many dumps had been added to it, for {@code bench/history}: after a
 * run over a first dump it writes source files, shards, cut records and progress of as many more as
 * are asked for, as the program itself writes them. What it leaves out: their ids in the store of
 * the topology, their rows and markers on the topics (long deleted in a real output), and their
 * manifests, which the next run writes.
 */
public final class HistoryMaker {
  private static final String LANGUAGE = "en";

  private final Path input;
  private final OutputLayout layout;
  private final OutputOwner owner;
  private final History history;

  private HistoryMaker(Path input, Path output, History history) throws IOException {
    this.input = input;
    this.layout = new OutputLayout(output, LANGUAGE, true);
    this.owner =
        OutputOwner.read(layout).orElseThrow(() -> new IOException(output + " was never begun"));
    this.history = history;
  }

  /**
   * Makes a history; nothing else may run on the output.
   *
   * @param args input, output, dumps, files of each, cuts of each in each of the output's logs
   */
  public static void main(String[] args) throws Exception {
    History history =
        new History(
            Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
    HistoryMaker maker = new HistoryMaker(Path.of(args[0]), Path.of(args[1]), history);
    maker.writeProgress();
    maker.writeLogs();
  }

  private TopicNames topics() {
    return new TopicNames(owner.topicPrefix(), owner.buckets());
  }

  private void writeProgress() throws IOException {
    EmbeddedBroker.Settings settings = EmbeddedBroker.Settings.in(layout.work().resolve("broker"));
    try (EmbeddedBroker broker = EmbeddedBroker.start(settings, HistoryMaker::fail)) {
      KafkaConnection connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
      HistoryProgress progress =
          new HistoryProgress(connection, topics(), settings.maxRecordBytes());
      HistorySources sources = new HistorySources(input, progress.firstFiles());
      int logs = logs().size();
      for (int dump = 1; dump <= history.dumps(); dump++) {
        progress.write(history, dump, sources.link(history, dump), logs);
      }
    }
  }

  private static void fail(String reason) {
    System.err.println("the broker has stopped: " + reason);
    Runtime.getRuntime().halt(1);
  }

  private List<TopicPartition> logs() {
    List<TopicPartition> logs = new ArrayList<>();
    for (String topic : topics().curated()) {
      for (int partition = 0; partition < owner.partitions(); partition++) {
        logs.add(new TopicPartition(topic, partition));
      }
    }
    return logs;
  }

  private void writeLogs() throws IOException, InterruptedException, ExecutionException {
    SinkSettings settings =
        HistorySettings.of(
            layout, topics(), owner.partitions(), owner.clusterId(), owner.content());
    settings.publication().clear();
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<?>> writing = new ArrayList<>();
      for (TopicPartition partition : logs()) {
        writing.add(
            threads.submit(
                () -> {
                  HistoryLog.open(settings, history, partition).write();
                  return null;
                }));
      }
      for (Future<?> log : writing) {
        log.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Files.delete(settings.output().temporary());
  }
}
