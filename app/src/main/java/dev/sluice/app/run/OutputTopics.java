package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.settings.Problems;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.Ownership;
import dev.sluice.topics.progress.Ownership.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;

/**
 * The topics and consumer groups of one output. The broker may also be used by others. The progress
 * topic, which names the owner, is deleted last, so that the remaining topics are still recognised
 * after a kill.
 */
public final class OutputTopics {
  private static final Duration SESSION = Duration.ofSeconds(15);
  private static final long POLL_MILLIS = 200;

  private final Admin admin;
  private final KafkaConnection connection;
  private final TopicNames names;

  public OutputTopics(Admin admin, KafkaConnection connection, TopicNames names) {
    this.admin = admin;
    this.connection = connection;
    this.names = names;
  }

  /** Returns the existing topics in the order of deletion, or empty if they have no owner. */
  public List<String> there() {
    List<String> ours = present();
    return ours.contains(names.progress()) ? ours : List.of();
  }

  private List<String> present() {
    Set<String> all = new TreeSet<>(AdminCalls.await(admin.listTopics().names()));
    List<String> ours = new ArrayList<>(names.partitioned());
    ours.add(names.signatures());
    String changelogs = names.applicationId() + "-";
    all.stream()
        .filter(topic -> topic.startsWith(changelogs) && topic.endsWith("-changelog"))
        .forEach(ours::add);
    ours.add(names.progress());
    ours.removeIf(topic -> !all.contains(topic));
    return ours;
  }

  /** Adds a problem if the topics belong to another output. */
  public void checkOwner(String outputId, Problems problems) {
    Optional<Owner> owner = new Ownership(connection, names).read();
    if (owner.filter(there -> there.isOtherThan(outputId)).isPresent()) {
      problems.add(
          "kafka.topic-prefix",
          "the topics %s.* on this broker belong to another output".formatted(names.prefix()));
    }
  }

  /**
   * Checks that no topology, no matcher and no sink is running. Waits up to 8 s, because members
   * leave a group only when their session ends.
   *
   * @throws Failure if groups still have members, naming them
   */
  public void requireIdle() throws InterruptedException {
    long deadline = System.nanoTime() + SESSION.toNanos();
    List<String> active = active();
    while (!active.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new Failure(
            "group %s has members: stop `streams`, `matcher` and `sink`, then run this command again"
                .formatted(String.join(", ", active)));
      }
      Thread.sleep(POLL_MILLIS);
      active = active();
    }
  }

  private List<String> active() {
    return groups().stream()
        .filter(group -> group.groupState().filter(this::isIdle).isEmpty())
        .map(GroupListing::groupId)
        .toList();
  }

  private boolean isIdle(GroupState state) {
    return state == GroupState.EMPTY || state == GroupState.DEAD;
  }

  private List<GroupListing> groups() {
    Set<String> ours = Set.of(names.applicationId(), names.matcherGroup(), names.sinkGroup());
    return AdminCalls.await(admin.listGroups().all()).stream()
        .filter(group -> ours.contains(group.groupId()))
        .toList();
  }

  /** Deletes groups and topics, and waits until the broker lists none of the topics. */
  public void delete() throws InterruptedException {
    delete(there());
  }

  /** Deletes groups and topics when they are idle, even if there is no owner record. */
  void clear() throws InterruptedException {
    requireIdle();
    delete(present());
  }

  private void delete(List<String> topics) throws InterruptedException {
    for (GroupListing group : groups()) {
      List<String> id = List.of(group.groupId());
      boolean streams = group.type().equals(Optional.of(GroupType.STREAMS));
      AdminCalls.await(
          streams ? admin.deleteStreamsGroups(id).all() : admin.deleteConsumerGroups(id).all());
    }
    for (String topic : topics) {
      AdminCalls.await(admin.deleteTopics(List.of(topic)).all());
    }
    // The controller has deleted the topics; the broker's list follows later.
    while (!Collections.disjoint(present(), topics)) {
      Thread.sleep(POLL_MILLIS);
    }
  }
}
