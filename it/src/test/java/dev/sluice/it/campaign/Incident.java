package dev.sluice.it.campaign;

import java.util.Locale;
import java.util.Optional;

/** Something that happens to more than one process, or to what lies on disk or on the broker. */
enum Incident implements Fault {
  ALL_PROCESSES_KILLED_AT_ONCE(Processes::allKilled),
  TWO_INGESTS_OF_THE_SAME_UNIT(Processes::twoIngests),
  PAUSED_SINK_WAKES_UP_AFTER_IT_WAS_REPLACED(Processes::pausedSink),
  PAUSED_STREAMS_WAKES_UP_AFTER_IT_WAS_REPLACED(Processes::pausedStreams),
  PAUSED_MATCHER_WAKES_UP_AFTER_IT_WAS_REPLACED(Processes::pausedMatcher, Input.NEAR_DUPLICATES),
  SIGNATURES_DELETED(Directories::signaturesDeleted, Input.NEAR_DUPLICATES),
  SECOND_STREAMS_AND_SINK_JOIN_AND_THE_FIRST_LEAVE(Processes::handedOver),
  FINISHED_WORK_TYPED_AGAIN(Processes::typedAgain),
  BROKER_RESTARTED_UNDER_RUNNING_ROLES(Processes::brokerRestarted),
  OUTPUT_DELETED_UNDER_A_LIVE_STATE(Directories::outputDeleted),
  SHARD_OF_A_CUT_DELETED(Directories::shardDeleted),
  CUT_RECORDS_DELETED(Directories::cutsDeleted),
  OWNER_FILE_DELETED(Directories::ownerDeleted),
  MANIFESTS_DELETED(Directories::manifestsDeleted),
  WORK_DIRECTORY_DELETED(Directories::workDeleted),
  STREAMS_STATE_DELETED(Directories::stateDeleted),
  STREAMS_STATE_OF_ANOTHER_CLUSTER(Directories::stateOfAnother),
  OUTPUT_OF_ANOTHER_CLUSTER(Directories::outputOfAnother),
  DISK_OF_THE_OUTPUT_FULL(Disks::ofOutput),
  DISK_OF_THE_WORK_DIRECTORY_FULL(Disks::ofWork),
  DISK_OF_THE_STREAMS_STATE_FULL(Disks::ofState),
  DISK_OF_THE_BROKER_FULL(Disks::ofBroker),
  CURATED_TOPIC_CREATED_AGAIN(Topics::curatedAgain),
  DOCUMENTS_TOPIC_CREATED_AGAIN(Topics::documentsAgain),
  PARTITIONS_ADDED(Topics::partitionsAdded),
  GROUP_OF_THE_SINK_DELETED(Topics::sinkGroupDeleted),
  GROUP_OF_STREAMS_DELETED(Topics::streamsGroupDeleted),
  POWER_CUT_WITHOUT_REPLICAS(Topics::powerCut),
  NETWORK_CUT_FOR_A_WHILE(Networks::cutForAWhile),
  NETWORK_CUT_LONGER_THAN_SESSIONS_AND_TRANSACTIONS(Networks::cutForLong),
  NETWORK_SILENT(Networks::silent),
  NETWORK_SLOW(Networks::slow),
  CONNECTIONS_RESET_AT_RANDOM(Networks::resets),
  ANSWERS_OF_THE_BROKER_LOST(Networks::answersLost),
  CLOCK_OF_STREAMS_AND_SINK_A_DAY_BEHIND(Clocks::behind),
  CLOCK_OF_THE_BROKER_A_DAY_AHEAD(Clocks::brokerAhead),
  CLOCK_MOVED_BACK_AN_HOUR_WHILE_RUNNING(Clocks::movedBack),
  CLOCK_MOVED_AHEAD_8_DAYS_WHILE_RUNNING(Clocks::movedAhead),
  SINK_WITHOUT_THE_RIGHT_TO_DELETE_RECORDS(Rights::sinkMayNotDelete),
  SINK_THAT_STOOD_STILL_OVER_A_RESET_GOES_ON(Resets::lateSink),
  RESET_OF_A_DUMP_KILLED_HALF_WAY(Resets::killedHalfWay),
  PACKS_OF_CUTS_DAMAGED(Packs::damaged, Input.CUTS),
  COMPACTION_KILLED_AND_LEFT_TO_A_RUN(Compactions::leftToRun),
  COMPACTION_KILLED_BETWEEN_TWO_RUNS(Compactions::betweenRuns),
  COMPACTION_KILLED_BESIDE_RUNNING_ROLES(Compactions::besideRoles),
  COMPACTION_KILLED_BEFORE_A_RESET(Compactions::beforeReset),
  SECOND_COMPACTION_WHILE_THE_FIRST_STANDS_STILL(Compactions::second),
  TAKE_DOWN_STRUCK_BETWEEN_TWO_RUNS(Takedowns::betweenRuns),
  TAKE_DOWN_STRUCK_BESIDE_RUNNING_ROLES(Takedowns::besideRoles),
  SINK_AT_THE_FENCE_OF_A_TAKE_DOWN(Takedowns::atFence),
  TAKE_DOWN_STRUCK_BEFORE_A_RESET(Takedowns::beforeReset),
  TAKE_DOWN_STRUCK_AFTER_A_RESET(Takedowns::afterReset),
  TAKE_DOWN_STRUCK_BEFORE_A_COMPACTION(Takedowns::beforeCompaction),
  TAKE_DOWN_STRUCK_AFTER_A_COMPACTION(Takedowns::afterCompaction);

  private final Script script;
  private final Optional<Input> input;

  Incident(Script script) {
    this(script, Optional.empty());
  }

  Incident(Script script, Input input) {
    this(script, Optional.of(input));
  }

  Incident(Script script, Optional<Input> input) {
    this.script = script;
    this.input = input;
  }

  Script script() {
    return script;
  }

  @Override
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  @Override
  public String kind() {
    return "incident";
  }

  @Override
  public Optional<Input> input() {
    return input;
  }
}
