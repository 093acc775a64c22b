package dev.sluice.embedded;

import dev.sluice.embedded.EmbeddedBroker.StartException.Reason;
import java.net.BindException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/** A started Kafka server. It is watched for faults until its shutdown. */
final class RunningServer implements AutoCloseable {
  private final KafkaRaftServer server;
  private final FaultWatch watch;

  private RunningServer(KafkaRaftServer server, FaultWatch watch) {
    this.server = server;
    this.watch = watch;
  }

  /**
   * Starts the server and waits until it is usable. If a start hangs after a fault, it is abandoned
   * with its threads, and the process should exit.
   *
   * @throws EmbeddedBroker.StartException if the server cannot be started
   */
  static RunningServer start(
      DataDirectory directory, Map<String, String> properties, Consumer<String> onFault) {
    CompletableFuture<RunningServer> startup = new CompletableFuture<>();
    FaultWatch watch = FaultWatch.start(directory, onFault, startup);
    Runnable start = () -> startInto(startup, directory, properties, watch);
    new Thread(watch.threads(), start, "broker-start").start();
    try {
      return startup.get();
    } catch (ExecutionException e) {
      watch.close();
      throw explained(directory, e.getCause());
    } catch (InterruptedException e) {
      watch.close();
      startup.thenAccept(RunningServer::close);
      Thread.currentThread().interrupt();
      throw new EmbeddedBroker.StartException(
          Reason.FAULT, "Interrupted while the broker started", e);
    }
  }

  private static void startInto(
      CompletableFuture<RunningServer> startup,
      DataDirectory directory,
      Map<String, String> properties,
      FaultWatch watch) {
    try {
      if (directory.wasUsed()) {
        PreviousBroker.fence(BrokerProperties.ofController(directory.path(), LoopbackPort.free()));
      }
      KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
      startOrStop(server);
      RunningServer running = new RunningServer(server, watch);
      if (!startup.complete(running)) {
        running.close();
      }
    } catch (Throwable e) {
      startup.completeExceptionally(e);
    }
  }

  private static void startOrStop(KafkaRaftServer server) {
    try {
      server.startup();
    } catch (Throwable e) {
      server.shutdown();
      throw e;
    }
  }

  private static EmbeddedBroker.StartException explained(DataDirectory directory, Throwable cause) {
    if (directory.isFull()) {
      return new EmbeddedBroker.StartException(Reason.DISK_FULL, directory.fullMessage(), cause);
    }
    Reason reason =
        causes(cause).anyMatch(BindException.class::isInstance) ? Reason.PORT_TAKEN : Reason.FAULT;
    return new EmbeddedBroker.StartException(
        reason,
        "The embedded broker with data directory %s cannot be started: %s. See the log for details."
            .formatted(directory.path(), deepestMessage(cause)),
        cause);
  }

  private static String deepestMessage(Throwable cause) {
    return causes(cause)
        .map(Throwable::getMessage)
        .filter(message -> message != null && !message.isBlank())
        .reduce((outer, inner) -> inner)
        .orElse(cause.getClass().getName());
  }

  private static Stream<Throwable> causes(Throwable cause) {
    return Stream.iterate(cause, each -> each != null, Throwable::getCause);
  }

  /**
   * Shuts the server down and waits for it, even if the caller is interrupted. The caller stays
   * interrupted. The interrupt is hidden from Kafka: Java closes the file that an interrupted
   * thread is writing, and Kafka would mistake that for a broken disk and halt.
   */
  @Override
  public void close() {
    CompletableFuture.runAsync(
            this::stop, task -> new Thread(watch.threads(), task, "broker-stop").start())
        .join();
  }

  private void stop() {
    server.shutdown();
    server.awaitShutdown();
    watch.close();
  }
}
