package dev.sluice.it.store;

import dev.sluice.it.ProgramProcess;
import java.time.Duration;
import java.util.Locale;

/** What happens to processes while faults happen to their requests. */
enum StoreScript {
  /** A run is killed some times, and started again. */
  KILLED_RUN {
    @Override
    void play(StoreScene scene) {
      int kills = 1 + scene.random().nextInt(MOST_KILLS);
      for (int i = 0; i < kills; i++) {
        scene.run().killAfter(some(scene));
      }
      scene.run().await().with(0);
    }
  },
  /** One dump, then the others, with a kill between. */
  SECOND_DUMP {
    @Override
    void play(StoreScene scene) {
      scene.run("--dump", "CC-MAIN-2013-20").await().with(0);
      scene.run().killAfter(some(scene));
      scene.run().await().with(0);
    }
  },
  /** Documents are taken down from an output, and that is killed some times. */
  KILLED_TAKE_DOWN {
    @Override
    void play(StoreScene scene) {
      scene.run().await().with(0);
      int kills = 1 + scene.random().nextInt(MOST_KILLS);
      for (int i = 0; i < kills; i++) {
        scene.takedown().killAfter(some(scene));
      }
      scene.takedown().await().with(0);
    }
  },
  /** Two sinks, of which now one, now the other is killed. */
  KILLED_SINKS {
    @Override
    void play(StoreScene scene) {
      scene.startBroker();
      scene.role("streams", "a");
      ProgramProcess[] sinks = {scene.role("sink", "0"), scene.role("sink", "1")};
      ProgramProcess ingest = scene.role("ingest", "a", "--wait");
      for (int i = 0; i < MOST_KILLS; i++) {
        if (ingest.hasEndedWithin(some(scene))) {
          break;
        }
        int killed = scene.random().nextInt(sinks.length);
        sinks[killed].kill();
        sinks[killed] = scene.role("sink", Integer.toString(killed));
      }
      ingest.await().with(0);
    }
  },
  /** A sink stands still until another has its partitions, and then goes on. */
  RACING_SINKS {
    @Override
    void play(StoreScene scene) {
      scene.startBroker();
      scene.role("streams", "a");
      ProgramProcess paused = scene.role("sink", "0");
      ProgramProcess ingest = scene.role("ingest", "a", "--wait");
      int cuts = 1 + scene.random().nextInt(MOST_CUTS);
      paused.awaitThat("some cuts", () -> scene.output().cuts() >= cuts);
      paused.suspend();
      ProgramProcess other = scene.role("sink", "1");
      other.hasEndedWithin(TAKEN_OVER.plusMillis(scene.random().nextInt(MOST_MILLIS)));
      paused.resume();
      ingest.await().with(0);
      paused.hasEndedWithin(TAKEN_OVER);
      require(paused);
      require(other);
    }

    /** It may have ended when it has learned that its partitions are another's. */
    private void require(ProgramProcess sink) {
      if (!sink.isAlive() && sink.err().contains("\tat ")) {
        throw new AssertionError(sink.err());
      }
    }
  };

  private static final int MOST_KILLS = 3;
  private static final int MOST_CUTS = 6;
  private static final int MOST_MILLIS = 6_000;

  /** A session and what a group takes to give partitions to others. */
  private static final Duration TAKEN_OVER = Duration.ofSeconds(8);

  private static final Duration SHORTEST = Duration.ofSeconds(2);
  private static final int MOST_MORE_MILLIS = 20_000;

  /** Plays it until the output is whole. */
  abstract void play(StoreScene scene);

  private static Duration some(StoreScene scene) {
    return SHORTEST.plusMillis(scene.random().nextInt(MOST_MORE_MILLIS));
  }

  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
