package dev.sluice.storage.testing;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a control file may hold after a power failure, on a bad disk, or once somebody has edited
 * it. Each of these is refused by an error that names the file, or is read as a value that has
 * everything that its type requires: nothing fails later because a part of it is missing.
 *
 * @param type of the value
 * @param sound the file as it was written
 */
public record DamagedJson<T>(Class<T> type, byte[] sound) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Path FILE = Path.of("_sluice", "control.json");
  private static final int CUTS = 64;
  private static final List<String> OTHERS =
      List.of("null", "\"x\"", "\"\"", "-1", "1.5", "true", "[]", "{}", "[null]", "{\"x\": null}");

  /** Requires it of all damages of the file of a value. */
  public static <T> void require(Class<T> type, T value) throws IOException {
    DamagedJson<T> file = new DamagedJson<>(type, Json.write(value));
    assertThat(Json.read(file.sound, FILE, type)).as("what was written").isNotNull();
    for (byte[] damaged : file.damages()) {
      file.require(damaged);
    }
  }

  private void require(byte[] damaged) throws IOException {
    String what = "%s of %s".formatted(type, new String(damaged, UTF_8));
    T value;
    try {
      value = Json.read(damaged, FILE, type);
    } catch (DamagedFileException e) {
      assertThat(e).as(what).hasMessageStartingWith(FILE + " is not readable: ");
      return;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw new AssertionError(what, e);
    }
    assertThat(holes(value, "")).as(what).isEmpty();
  }

  private List<byte[]> damages() throws IOException {
    List<byte[]> all = new ArrayList<>();
    for (int cut = 0; cut < sound.length; cut += 1 + sound.length / CUTS) {
      all.add(Arrays.copyOf(sound, cut)); // the rest was not written
      all.add(Arrays.copyOf(Arrays.copyOf(sound, cut), sound.length)); // zeros, as ext4 leaves them
      byte[] flipped = sound.clone();
      flipped[cut] ^= (byte) 0x80;
      all.add(flipped);
    }
    for (int length = 1; length <= Long.BYTES; length++) {
      all.add(new byte[length]);
    }
    all.add(new String(sound, UTF_8).getBytes(UTF_16));
    all.add("[".repeat(100_000).getBytes(UTF_8));
    all.add("{\"x\":".repeat(100_000).getBytes(UTF_8));
    for (String other : OTHERS) {
      all.add(other.getBytes(UTF_8));
    }
    int fields = fields(MAPPER.readTree(sound), container -> {}, -1);
    for (int field = 0; field < fields; field++) {
      all.add(with(field, DamagedJson::remove));
      for (String other : OTHERS) {
        JsonNode value = MAPPER.readTree(other);
        all.add(with(field, place -> set(place, value)));
      }
    }
    return all;
  }

  /** A field of an object, or an element of an array. */
  private record Place(JsonNode container, String name, int index) {}

  private byte[] with(int field, Consumer<Place> change) throws IOException {
    JsonNode tree = MAPPER.readTree(sound);
    fields(tree, change, field);
    return MAPPER.writeValueAsBytes(tree);
  }

  private static void remove(Place place) {
    if (place.container() instanceof ObjectNode object) {
      object.remove(place.name());
    } else {
      ((ArrayNode) place.container()).remove(place.index());
    }
  }

  private static void set(Place place, JsonNode value) {
    if (place.container() instanceof ObjectNode object) {
      object.set(place.name(), value);
    } else {
      ((ArrayNode) place.container()).set(place.index(), value);
    }
  }

  /** Counts all fields and elements below a node, and changes the one of this number. */
  private static int fields(JsonNode node, Consumer<Place> change, int number) {
    List<Place> places = new ArrayList<>();
    node.fieldNames().forEachRemaining(name -> places.add(new Place(node, name, 0)));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      places.add(new Place(node, "", i));
    }
    int count = 0;
    for (Place place : places) {
      JsonNode below = node.isArray() ? node.get(place.index()) : node.get(place.name());
      if (count == number) {
        change.accept(place);
        return count;
      }
      count++;
      count += fields(below, change, number < 0 ? number : number - count);
    }
    return count;
  }

  /** What is null in a value and may not be: only what is left out of a file may. */
  private static List<String> holes(Object value, String path) {
    if (value == null) {
      return List.of(path);
    }
    List<String> holes = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> holes.addAll(holes(each, path + "." + key)));
    } else if (value instanceof Collection<?> all) {
      all.forEach(each -> holes.addAll(holes(each, path + "[]")));
    } else if (value instanceof Object[] all) {
      holes.addAll(holes(Arrays.asList(all), path));
    } else if (value instanceof Record record) {
      for (RecordComponent component : record.getClass().getRecordComponents()) {
        holes.addAll(holes(record, component, path));
      }
    }
    return holes;
  }

  private static List<String> holes(Record record, RecordComponent component, String path) {
    try {
      component.getAccessor().setAccessible(true);
      Object value = component.getAccessor().invoke(record);
      boolean mayBeAbsent = component.getAccessor().isAnnotationPresent(JsonInclude.class);
      return value == null && mayBeAbsent
          ? List.of()
          : holes(value, path + "." + component.getName());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
