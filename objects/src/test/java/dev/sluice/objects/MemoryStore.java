package dev.sluice.objects;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/** Objects in memory, and how often they were asked for. */
final class MemoryStore implements ObjectStore {
  private final SortedMap<String, byte[]> objects = new TreeMap<>();
  private final Map<String, String> hashes = new HashMap<>();
  private boolean readOnly;
  private Runnable beforeWrites = () -> {};
  private int lostAnswers;
  private int refusals;
  private IntConsumer beforeReads = number -> {};
  private int reads;
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private boolean whole;

  MemoryStore put(String key, byte[] bytes) {
    objects.put(key, bytes);
    hashes.remove(key);
    return this;
  }

  MemoryStore put(String key, String text) {
    return put(key, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Lists with a directory what is in those below it. */
  MemoryStore listingWhole() {
    whole = true;
    return this;
  }

  MemoryStore readOnly() {
    readOnly = true;
    return this;
  }

  /** Says so many times that a key is taken which is not, or has another version. */
  MemoryStore refusing(int times) {
    refusals = times;
    return this;
  }

  /** Does something before each read, with the number of reads so far. */
  MemoryStore beforeReads(IntConsumer act) {
    beforeReads = act;
    return this;
  }

  /** Does something before the next write with a condition. */
  MemoryStore beforeNextWrite(Runnable act) {
    beforeWrites = act;
    return this;
  }

  /** Refuses so many writes with a condition after doing them, as if it had been asked twice. */
  MemoryStore losingAnswers(int times) {
    lostAnswers = times;
    return this;
  }

  /** Since this was called last. */
  List<String> requests() {
    List<String> since = List.copyOf(requests);
    requests.clear();
    return since;
  }

  @Override
  public Optional<ObjectVersion> head(String key) {
    requests.add("head " + key);
    return Optional.ofNullable(objects.get(key)).map(MemoryStore::version);
  }

  private static ObjectVersion version(byte[] bytes) {
    return new ObjectVersion(
        bytes.length, Integer.toHexString(Arrays.hashCode(bytes)), Instant.EPOCH);
  }

  @Override
  public List<ObjectStore.ObjectEntry> list(String prefix) {
    requests.add("list " + prefix);
    return entries(prefix);
  }

  private List<ObjectStore.ObjectEntry> entries(String prefix) {
    List<ObjectStore.ObjectEntry> entries = new ArrayList<>();
    SortedSet<String> prefixes = new TreeSet<>();
    objects.forEach(
        (key, bytes) -> {
          if (key.startsWith(prefix)) {
            String rest = key.substring(prefix.length());
            if (rest.contains("/")) {
              prefixes.add(rest.substring(0, rest.indexOf('/')));
            } else if (!rest.isEmpty()) {
              entries.add(ObjectStore.ObjectEntry.object(rest, version(bytes)));
            }
          }
        });
    for (String name : prefixes) {
      Optional<List<ObjectStore.ObjectEntry>> below =
          whole ? Optional.of(entries(prefix + name + "/")) : Optional.empty();
      entries.add(new ObjectStore.ObjectEntry(name, Optional.empty(), below));
    }
    return entries;
  }

  @Override
  public boolean holdsAny(String prefix) {
    requests.add("any " + prefix);
    return objects.keySet().stream().anyMatch(key -> key.startsWith(prefix));
  }

  @Override
  public Optional<String> pinned(String key) {
    return Optional.empty();
  }

  @Override
  public byte[] read(String key, ObjectVersion version, long position, int length)
      throws IOException {
    requests.add("read %s %d+%d".formatted(key, position, length));
    beforeReads.accept(reads++);
    byte[] bytes = objects.get(key);
    if (bytes == null) {
      throw new NoSuchFileException(key);
    }
    if (!version(bytes).equals(version)) {
      throw new PermanentException(key + " has changed");
    }
    return Arrays.copyOfRange(bytes, (int) position, (int) position + length);
  }

  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  @Override
  public boolean create(String key, Path file, String sha256) throws IOException {
    requests.add("create " + key);
    actBeforeWriting();
    if (objects.containsKey(key) || refusals-- > 0) {
      return false;
    }
    put(key, file, sha256);
    return lostAnswers-- <= 0;
  }

  private void actBeforeWriting() {
    Runnable act = beforeWrites;
    beforeWrites = () -> {};
    act.run();
  }

  @Override
  public boolean replace(String key, String tag, Path file, String sha256) throws IOException {
    requests.add("replace " + key + " if " + tag);
    actBeforeWriting();
    if (!head(key).map(ObjectVersion::tag).equals(Optional.of(tag)) || refusals-- > 0) {
      return false;
    }
    put(key, file, sha256);
    return lostAnswers-- <= 0;
  }

  @Override
  public void replace(String key, Path file, String sha256) throws IOException {
    requests.add("replace " + key);
    put(key, file, sha256);
  }

  private void put(String key, Path file, String sha256) throws IOException {
    put(key, Files.readAllBytes(file));
    hashes.put(key, sha256);
  }

  @Override
  public Map<String, Long> sizesBelow(String prefix) {
    requests.add("sizes " + prefix);
    Map<String, Long> sizes = new HashMap<>();
    objects.forEach(
        (key, bytes) -> {
          if (key.startsWith(prefix)) {
            sizes.put(key, (long) bytes.length);
          }
        });
    return sizes;
  }

  @Override
  public Optional<String> sha256(String key) {
    requests.add("sha256 " + key);
    return Optional.ofNullable(hashes.get(key));
  }

  @Override
  public void delete(String key) {
    requests.add("delete " + key);
    objects.remove(key);
    hashes.remove(key);
  }
}
