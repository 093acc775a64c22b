package dev.sluice.it.store;

import dev.sluice.it.Job;
import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A store behind faults, an input, and processes that write an output to it. All of them end with
 * this.
 */
final class StoreScene implements AutoCloseable {
  static final String BUCKET = "lake";

  /** Of the undisturbed output, too: the bytes depend on it. */
  static final String PARTITIONS = "--set=kafka.partitions=2";

  /** Shorter than the pause of a process that is to lose its partitions. */
  private static final List<String> SHORT_SESSIONS =
      List.of(
          "--set=kafka.properties.session.timeout.ms=6000",
          "--set=kafka.properties.heartbeat.interval.ms=1500",
          "--set=kafka.properties.transaction.timeout.ms=10000");

  private final Path directory;
  private final Path buckets;
  private final Path input;
  private final S3Server server;
  private final FaultyStore store;
  private final Random random;
  private final List<ProgramProcess> started = new ArrayList<>();
  private final int port;

  StoreScene(Path directory, Path input, Random random) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.buckets = directory.resolve("buckets");
    this.input = input;
    this.random = random;
    Files.createDirectories(buckets.resolve(BUCKET));
    this.server = S3Server.start(buckets, 0);
    this.store = new FaultyStore(server.address());
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = socket.getLocalPort();
    }
  }

  Random random() {
    return random;
  }

  FaultyStore store() {
    return store;
  }

  /** S3Proxy keeps each object in a file. */
  Output output() {
    return new Output(buckets.resolve(BUCKET).resolve("out"));
  }

  /** Starts the whole job in one process. */
  ProgramProcess run(String... more) {
    return start("run", "work", List.of(more));
  }

  /** Where the ids of the documents are that are taken down from an output of an input. */
  static Path ids(Path input) {
    return input.resolveSibling("ids");
  }

  /** What is typed to take documents down. */
  static List<String> takedown(String output, Path input) {
    return List.of("takedown", output, "--ids=" + ids(input), "--at-most=" + Integer.MAX_VALUE);
  }

  /** Starts a process that takes documents down. */
  ProgramProcess takedown() {
    List<String> arguments = new ArrayList<>(takedown("s3://" + BUCKET + "/out", input));
    arguments.addAll(List.of("--work-dir", path("work")));
    return start(environment(), arguments);
  }

  /** Starts the broker, and waits until it takes clients. */
  void startBroker() {
    ProgramProcess broker =
        start(
            Map.of(),
            List.of("broker", "--work-dir", path("broker"), "--port", Integer.toString(port)));
    broker.awaitThat("the broker's address", () -> broker.out().endsWith("\n"));
  }

  /** Starts a role apart; each instance has its own work directory. */
  ProgramProcess role(String role, String instance, String... more) {
    List<String> options = new ArrayList<>(List.of("--kafka", "127.0.0.1:" + port));
    options.addAll(SHORT_SESSIONS);
    options.addAll(List.of(more));
    return start(role, role + "-" + instance, options);
  }

  private ProgramProcess start(String command, String work, List<String> more) {
    List<String> arguments = new ArrayList<>(List.of(command, "--input", input.toString()));
    arguments.addAll(List.of("--output", "s3://" + BUCKET + "/out", "--work-dir", path(work)));
    arguments.addAll(List.of("--set", Job.SMALL_CUTS, "--progress", "none", PARTITIONS));
    arguments.addAll(more);
    return start(environment(), arguments);
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(server.environment());
    environment.put("AWS_ENDPOINT_URL_S3", store.endpoint());
    return environment;
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private ProgramProcess start(Map<String, String> environment, List<String> arguments) {
    ProgramProcess program =
        ProgramProcess.start(
            directory,
            directory,
            List.of("-Dsun.net.client.defaultReadTimeout=3000"),
            environment,
            arguments);
    started.add(program);
    return program;
  }

  /** Checks the output, on a way without faults. */
  ProgramProcess.Ended validate() {
    store.plan(FaultPlan.NONE);
    return start(
            environment(),
            List.of("validate", "s3://" + BUCKET + "/out", "--source", input.toString()))
        .await();
  }

  @Override
  public void close() throws IOException {
    started.forEach(ProgramProcess::close);
    store.close();
    server.close();
  }
}
