package dev.sluice.streams;

import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.KafkaConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An instance of the topology in a JVM of its own, which tests can kill. */
final class TestingInstance implements AutoCloseable {
  private final Process process;

  private TestingInstance(Process process) {
    this.process = process;
  }

  /** The instance's program: runs until it is killed, or the topology fails. */
  public static void main(String[] arguments) throws Exception {
    KafkaConnection connection = new KafkaConnection(arguments[0], Map.of());
    int partitions = Integer.parseInt(arguments[2]);
    Optional<NearDedup> nearDedup =
        Stream.of(arguments)
            .skip(5)
            .map(NearDedupScope::valueOf)
            .map(TestingSignatures::nearDedup)
            .findAny();
    TestingTopics topics = new TestingTopics(connection, arguments[1], partitions, nearDedup);
    StreamsSettings how =
        TestingCuration.howAsTwin(topics.names(), Path.of(arguments[3]), arguments[4]);
    TopologyGauge gauge = new TopologyGauge();
    try (StreamsRunner runner =
        StreamsRunner.start(
            CurationTopology.build(topics.settings(), gauge), connection, how, gauge)) {
      runner.await();
      throw new IllegalStateException("stopped", runner.failure().orElse(null));
    }
  }

  /** One of two that keep copies of each other's stores. */
  static TestingInstance startTwin(
      KafkaConnection connection, TestingTopics topics, Path stateDir, String instance)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Stream.of(
            "-Xmx256m",
            "-Duser.language=en",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"))
        .forEach(command::add);
    command.add(TestingInstance.class.getName());
    Stream.of(connection.bootstrapServers(), topics.names().prefix()).forEach(command::add);
    Stream.of(Integer.toString(topics.partitions()), stateDir.toString(), instance)
        .forEach(command::add);
    topics.settings().nearDedup().ifPresent(near -> command.add(near.scope().name()));
    return new TestingInstance(new ProcessBuilder(command).inheritIO().start());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process as SIGKILL does, and waits until it has gone. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
