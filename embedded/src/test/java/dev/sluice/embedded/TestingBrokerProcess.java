package dev.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A broker in a JVM of its own, which tests can kill. */
final class TestingBrokerProcess implements AutoCloseable {
  private final Process process;
  private final String bootstrapServers;

  private TestingBrokerProcess(Process process, String bootstrapServers) {
    this.process = process;
    this.bootstrapServers = bootstrapServers;
  }

  /** The broker's program: prints its address, then runs until it is killed. */
  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedBroker broker =
        EmbeddedBroker.start(
            EmbeddedBroker.Settings.in(Path.of(arguments[0])),
            message -> Runtime.getRuntime().halt(1));
    System.out.println(broker.bootstrapServers());
    Thread.currentThread().join();
  }

  static TestingBrokerProcess start(Path dataDir) throws IOException {
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
    command.add(TestingBrokerProcess.class.getName());
    command.add(dataDir.toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output = process.inputReader(UTF_8);
    return new TestingBrokerProcess(process, output.readLine());
  }

  String bootstrapServers() {
    return bootstrapServers;
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
