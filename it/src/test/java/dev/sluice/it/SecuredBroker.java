package dev.sluice.it;

import dev.sluice.topics.AdminCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** Kafka's own server as a process, which lets clients in over TLS and with a password alone. */
public final class SecuredBroker implements AutoCloseable {
  /** Whom it lets in with {@link Certificates#PASSWORD}, and may do all. */
  public static final String USER = "sluice";

  /** Who is let in with the same password, and may do all but delete records, until allowed to. */
  public static final String LIMITED = "limited";

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path directory;
  private final Certificates certificates;
  private final int port;
  private final int internalPort;
  private Process process;

  private SecuredBroker(Path directory, Certificates certificates) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.certificates = certificates;
    this.port = FreePort.find();
    this.internalPort = FreePort.find();
  }

  /** Starts one that is empty; its data are in the directory. */
  public static SecuredBroker start(Path directory, Certificates certificates) {
    try {
      SecuredBroker broker = new SecuredBroker(directory, certificates);
      Path properties = directory.resolve("server.properties");
      Files.write(properties, broker.properties(FreePort.find()));
      broker.format();
      broker.process = broker.java("kafka.Kafka", properties.toString());
      broker.awaitAnswer();
      broker.limit();
      return broker;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kafka's tool for that needs a library that Sluice has no use for; its broker does it too. */
  private void format() {
    try (Program program = ProgramThread.startBroker(directory.resolve("formatted"))) {
      program.terminate();
      program.await().with(143);
    }
  }

  private List<String> properties(int controllerPort) {
    String login =
        "org.apache.kafka.common.security.plain.PlainLoginModule required user_%s=\"%s\" user_%s=\"%s\";"
            .formatted(USER, Certificates.PASSWORD, LIMITED, Certificates.PASSWORD);
    List<String> lines =
        new ArrayList<>(
            List.of(
                "node.id=1",
                "process.roles=broker,controller",
                "controller.quorum.voters=1@127.0.0.1:" + controllerPort,
                "controller.listener.names=CONTROLLER",
                "listeners=CLIENT://127.0.0.1:%d,INTERNAL://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                    .formatted(port, internalPort, controllerPort),
                "listener.security.protocol.map="
                    + "CLIENT:SASL_SSL,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "inter.broker.listener.name=INTERNAL",
                "listener.name.client.sasl.enabled.mechanisms=PLAIN",
                "listener.name.client.plain.sasl.jaas.config=" + login,
                "ssl.keystore.type=PKCS12",
                "ssl.keystore.location=" + certificates.keys(),
                "ssl.keystore.password=" + Certificates.PASSWORD,
                "log.dirs=" + directory.resolve("formatted/broker"),
                "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users=User:ANONYMOUS;User:" + USER,
                "auto.create.topics.enable=false",
                "group.initial.rebalance.delay.ms=0"));
    for (String topic : List.of("offsets.topic", "transaction.state.log")) {
      lines.add(topic + ".replication.factor=1");
      lines.add(topic + ".num.partitions=1");
    }
    lines.add("transaction.state.log.min.isr=1");
    return lines;
  }

  private Process java(String mainClass, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-Duser.language=en", "-cp"));
    command.add(Repository.file("cli/target/sluice/sluice.jar").resolveSibling("lib") + "/*");
    command.add(mainClass);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
        .start();
  }

  private void limit() {
    List<AclBinding> rights = new ArrayList<>(List.of(noDeletion()));
    for (ResourceType type :
        List.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)) {
      rights.add(allowed(new ResourcePattern(type, "*", PatternType.LITERAL)));
    }
    rights.add(
        allowed(new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL)));
    administer(admin -> admin.createAcls(rights).all());
  }

  /** Lets the limited user delete records from now on. */
  public void allowDeletion() {
    administer(admin -> admin.deleteAcls(List.of(noDeletion().toFilter())).all());
  }

  private static AclBinding noDeletion() {
    ResourcePattern anyTopic = new ResourcePattern(ResourceType.TOPIC, "*", PatternType.LITERAL);
    return new AclBinding(anyTopic, entry(AclOperation.DELETE, AclPermissionType.DENY));
  }

  private static AclBinding allowed(ResourcePattern resource) {
    return new AclBinding(resource, entry(AclOperation.ALL, AclPermissionType.ALLOW));
  }

  private static AccessControlEntry entry(AclOperation operation, AclPermissionType permission) {
    return new AccessControlEntry("User:" + LIMITED, "*", operation, permission);
  }

  private void administer(Function<Admin, KafkaFuture<?>> administration) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + internalPort))) {
      AdminCalls.await(administration.apply(admin));
    }
  }

  private void awaitAnswer() throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + internalPort))) {
      while (true) {
        try {
          admin.describeCluster().clusterId().get();
          return;
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        } catch (ExecutionException e) {
          if (System.nanoTime() > deadline || !process.isAlive()) {
            throw new AssertionError(log(), e);
          }
          LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
      }
    }
  }

  private String log() throws IOException {
    return Files.readString(directory.resolve("log"));
  }

  /** What a command that is this user has on its line, but for the servers. */
  public List<String> options(String user) {
    String login =
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\""
            + " password=\"%s\";";
    return List.of(
        "--set=kafka.properties.security.protocol=SASL_SSL",
        "--set=kafka.properties.sasl.mechanism=PLAIN",
        "--set=kafka.properties.sasl.jaas.config=" + login.formatted(user, Certificates.PASSWORD),
        "--set=kafka.properties.ssl.truststore.location=" + certificates.trusted(),
        "--set=kafka.properties.ssl.truststore.type=PKCS12",
        "--set=kafka.properties.ssl.truststore.password=" + Certificates.PASSWORD);
  }

  /** What clients put into {@code bootstrap.servers}. */
  public String servers() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
