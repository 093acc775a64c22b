package dev.sluice.app.proof;

import dev.sluice.app.Failure;
import dev.sluice.app.proof.ProofReport.Place;
import dev.sluice.storage.IoMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/** Collects what was found in one kind of place. Not thread-safe. */
final class PlaceSearch {
  private final String place;
  private final String what;
  private final List<String> found = new ArrayList<>();
  private final List<String> notLookedAt = new ArrayList<>();
  private long looked;

  /** A look at a file or partition. */
  @FunctionalInterface
  interface Look {
    /**
     * Looks at it.
     *
     * @param found receives where in it the text is
     */
    void find(Consumer<String> found) throws IOException, InterruptedException;
  }

  /** Begins a search; see {@link Place}. */
  PlaceSearch(String place, String what) {
    this.place = place;
    this.what = what;
  }

  /**
   * Looks at a file, which another process may delete or rename meanwhile.
   *
   * @return false if the file is gone
   */
  boolean lookIfThere(Path file, Look look) throws InterruptedException {
    try {
      find(file, look);
    } catch (IOException e) {
      if (Files.notExists(file)) {
        return false;
      }
      skip(file, e);
    }
    return true;
  }

  /** Looks at a thing. If it cannot be read, it counts as not looked at. */
  void look(Object where, Look look) throws InterruptedException {
    try {
      find(where, look);
    } catch (IOException e) {
      skip(where, e);
    } catch (Failure | KafkaException e) {
      skip("%s: %s".formatted(where, e.getMessage()));
    }
  }

  private void find(Object where, Look look) throws IOException, InterruptedException {
    look.find(at -> found.add("%s: %s".formatted(where, at)));
    looked++;
  }

  private void skip(Object where, IOException e) {
    skip("%s: %s".formatted(where, IoMessage.of(e)));
  }

  /** Records that something could not be looked at. */
  void skip(String why) {
    notLookedAt.add(why);
  }

  Place end() {
    return new Place(place, what, looked, found, notLookedAt);
  }
}
