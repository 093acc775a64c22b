package dev.sluice.it.campaign;

import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.config.ConfigResource;

/** Incidents on the broker. */
final class Topics {
  private static final String DOCUMENTS = "sluice.documents";
  private static final int CUTS = 5;

  private Topics() {}

  /** Something done by an administrator. */
  @FunctionalInterface
  private interface Administration {
    void with(Admin admin) throws ExecutionException, InterruptedException;
  }

  private static void administer(Scene scene, Administration administration)
      throws ExecutionException, InterruptedException {
    Scene.stopRoles(scene.startAll(CUTS));
    try (Admin admin = scene.admin()) {
      administration.with(admin);
    }
  }

  static Outcome curatedAgain(Scene scene) throws ExecutionException, InterruptedException {
    administer(scene, admin -> createAgain(admin, cutTopic(scene)));
    SortedMap<String, Long> before = scene.everything();
    scene.refused(scene.start(Role.SINK), cutTopic(scene), "re-created");
    scene.onlyContinued(before);
    return Outcome.REFUSED;
  }

  /** A curated topic that has been cut: of others, the sink knows no id. */
  private static String cutTopic(Scene scene) {
    Path cuts = scene.output().root().resolve("_sluice/cuts");
    return cuts.relativize(Output.walk(cuts).get(0)).getName(0).toString();
  }

  static Outcome documentsAgain(Scene scene) throws ExecutionException, InterruptedException {
    administer(scene, admin -> createAgain(admin, DOCUMENTS));
    SortedMap<String, Long> before = scene.everything();
    scene.refused(scene.start(Role.STREAMS), "the documents topic was re-created");
    scene.untouched(before);
    return Outcome.REFUSED;
  }

  private static void createAgain(Admin admin, String topic)
      throws ExecutionException, InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
    int partitions =
        admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions().size();
    Map<String, String> own =
        config.entries().stream()
            .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
            .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    admin.deleteTopics(List.of(topic)).all().get();
    admin
        .createTopics(List.of(new NewTopic(topic, partitions, (short) 1).configs(own)))
        .all()
        .get();
  }

  static Outcome partitionsAdded(Scene scene) throws ExecutionException, InterruptedException {
    administer(
        scene,
        admin ->
            admin.createPartitions(Map.of(DOCUMENTS, NewPartitions.increaseTo(3))).all().get());
    SortedMap<String, Long> before = scene.everything();
    for (Role role :
        List.of(Role.INGEST, Role.STREAMS, Role.SINK)) { // not matcher: its topic is right
      scene.refused(scene.start(role), DOCUMENTS);
    }
    scene.untouched(before);
    return Outcome.REFUSED;
  }

  static Outcome sinkGroupDeleted(Scene scene) throws ExecutionException, InterruptedException {
    return groupDeleted(scene, "sluice.sink");
  }

  static Outcome streamsGroupDeleted(Scene scene) throws ExecutionException, InterruptedException {
    return groupDeleted(scene, "sluice.curation");
  }

  private static Outcome groupDeleted(Scene scene, String group)
      throws ExecutionException, InterruptedException {
    administer(
        scene,
        admin -> {
          admin
              .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
              .all()
              .get();
          admin.deleteConsumerGroups(List.of(group)).all().get();
        });
    return scene.finish(scene.startRoles().get(Role.INGEST));
  }

  /**
   * The end of each log that was not yet on disk is gone, and with it what was cut already. The
   * broker has not noted yet how far a log was trimmed; once it has, 30 s after its start, such a
   * log goes on behind what was trimmed, and nothing is lost.
   */
  static Outcome powerCut(Scene scene) throws IOException {
    Map<Role, ProgramProcess> all = scene.startAll(1);
    all.get(Role.INGEST).await().with(0);
    Scene.stopRoles(all);
    all.get(Role.BROKER).kill();
    SortedMap<String, Long> before = scene.everything();
    Path data = scene.directory().resolve("broker/broker");
    Files.deleteIfExists(data.resolve("log-start-offset-checkpoint"));
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(data, "sluice.curated.*")) {
      for (Path log : logs) {
        truncate(log);
      }
    }
    scene.start(Role.BROKER);
    scene.refused(scene.start(Role.SINK), "sluice.curated.");
    scene.onlyContinued(before);
    return Outcome.REFUSED;
  }

  private static void truncate(Path log) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(log)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.endsWith(".log")) {
          try (RandomAccessFile segment = new RandomAccessFile(file.toFile(), "rw")) {
            segment.setLength(segment.length() / 2);
          }
        } else if (name.endsWith(".index") || name.endsWith(".snapshot")) {
          Files.delete(file);
        }
      }
    }
  }
}
