package dev.sluice.jobs.analyze;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.DDSketches;
import com.datadoghq.sketch.ddsketch.encoding.ByteArrayInput;
import com.datadoghq.sketch.ddsketch.encoding.GrowingByteArrayOutput;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import dev.sluice.jobs.text.PackedFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Arrays;

/** Stores the profiles of files one after the other, without rounding. */
final class ProfileFile {
  private static final int LEVEL = 3;

  private static final ObjectMapper FIELDS =
      PackedFile.FIELDS
          .copy()
          .registerModule(
              new SimpleModule()
                  .addSerializer(new SketchWriter())
                  .addDeserializer(DDSketch.class, new SketchReader()));

  private ProfileFile() {}

  /** Writes a sketch in the encoding of its library. */
  private static final class SketchWriter extends StdScalarSerializer<DDSketch> {
    private static final long serialVersionUID = 1L;

    SketchWriter() {
      super(DDSketch.class);
    }

    @Override
    public void serialize(DDSketch sketch, JsonGenerator json, SerializerProvider context)
        throws IOException {
      GrowingByteArrayOutput bins = GrowingByteArrayOutput.withDefaultInitialCapacity();
      sketch.encode(bins, false);
      json.writeBinary(Arrays.copyOf(bins.backingArray(), bins.numWrittenBytes()));
    }
  }

  private static final class SketchReader extends StdScalarDeserializer<DDSketch> {
    private static final long serialVersionUID = 1L;

    SketchReader() {
      super(DDSketch.class);
    }

    @Override
    public DDSketch deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      DDSketch sketch = DDSketches.logarithmicUnboundedDense(NumberSketch.RELATIVE_ERROR);
      sketch.decodeAndMergeWith(ByteArrayInput.wrap(json.getBinaryValue()));
      return sketch;
    }
  }

  /** Writes profiles. Used by one thread. */
  static final class Writer implements Closeable {
    private final SequenceWriter out;

    Writer(Path file) throws IOException {
      OutputStream packed = PackedFile.create(file, LEVEL);
      this.out = FIELDS.writerFor(Profile.class).writeValues(packed);
    }

    void add(Profile profile) throws IOException {
      out.write(profile);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /**
   * Merges the stored profiles into the given one, in their order. Reads characters, since
   * Jackson's reader of bytes rejects names with halves of surrogate pairs.
   *
   * @param files the expected number of profiles
   * @throws IOException if the file is damaged or cannot be read
   */
  static void addTo(Profile profile, Path file, int files) throws IOException {
    try (Reader in = new InputStreamReader(PackedFile.open(file), US_ASCII);
        MappingIterator<Profile> profiles = FIELDS.readerFor(Profile.class).readValues(in)) {
      int read = 0;
      while (profiles.hasNextValue()) {
        profile.add(profiles.nextValue());
        read++;
      }
      if (read != files) {
        throw new IOException("%d profiles for %d files".formatted(read, files));
      }
    }
  }
}
