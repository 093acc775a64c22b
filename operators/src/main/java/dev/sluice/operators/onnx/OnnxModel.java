package dev.sluice.operators.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A text classifier in ONNX format. It computes only on the calling thread, one text at a time, so
 * a result depends on its text alone. Thread-safe. Memory is outside of the heap: 1.5 times the
 * size of the file and, for each thread, as much as a text of the greatest length needs. It is
 * freed when nothing refers to the model any more.
 */
public final class OnnxModel {
  private static final String IDS = "input_ids";
  private static final String MASK = "attention_mask";
  private static final String TYPES = "token_type_ids";
  private static final Set<String> INPUTS = Set.of(IDS, MASK, TYPES);
  private static final String LOGITS = "logits";
  private static final long ANY = -1;
  private static final byte[] LOCATION = "\n\blocation".getBytes(StandardCharsets.US_ASCII);
  private static final Cleaner CLEANER = Cleaner.create();

  private final Path file;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final Set<String> inputs;
  private final String output;

  private OnnxModel(Path file, OrtEnvironment environment, OrtSession session)
      throws OrtException, ModelFormatException {
    this.file = file;
    this.environment = environment;
    this.session = session;
    this.inputs = Set.copyOf(session.getInputNames());
    checkInputs(session.getInputInfo());
    this.output = output(session.getOutputInfo());
    CLEANER.register(this, new Closing(session));
  }

  /** Frees the memory that the library has allocated. */
  private record Closing(OrtSession session) implements Runnable {
    @Override
    public void run() {
      try {
        session.close();
      } catch (OrtException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Opens a model.
   *
   * @throws ModelFormatException if the file is not a model, has weights in other files, or has
   *     unexpected inputs or outputs
   * @throws IOException if the file cannot be read
   */
  public static OnnxModel open(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      if (channel.size() == 0 || channel.size() > Integer.MAX_VALUE) {
        throw new ModelFormatException(
            file, "has %,d bytes; must have 1 to 2^31 - 1".formatted(channel.size()));
      }
      MappedByteBuffer bytes = channel.map(MapMode.READ_ONLY, 0, channel.size());
      if (hasWeightsElsewhere(bytes)) {
        throw new ModelFormatException(
            file,
            "has weights in a separate file; must be a single file with all weights, which Python writes with onnx.save(onnx.load(\"%s\"), \"one.onnx\")"
                .formatted(file.getFileName()));
      }
      return open(file, bytes);
    }
  }

  /**
   * Returns whether a tensor names a file for its weights. It looks for a key "location" with its
   * tag and length in Protocol Buffers. ONNX Runtime would read that file relative to its working
   * directory, and the SHA-256 of the model does not cover it.
   */
  static boolean hasWeightsElsewhere(ByteBuffer model) {
    ByteBuffer wanted = ByteBuffer.wrap(LOCATION);
    for (int at = 0; at <= model.limit() - LOCATION.length; at++) {
      if (model.get(at) == LOCATION[0] && model.slice(at, LOCATION.length).equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  private static OnnxModel open(Path file, MappedByteBuffer bytes) throws IOException {
    OrtEnvironment environment =
        OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "sluice");
    if (!environment.getVersion().equals(OnnxRuntime.VERSION)) {
      throw new IOException(
          "ONNX Runtime has version %s; must be %s"
              .formatted(environment.getVersion(), OnnxRuntime.VERSION));
    }
    OrtSession session;
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setDeterministicCompute(true);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      session = environment.createSession(bytes, options);
    } catch (OrtException e) {
      throw new ModelFormatException(
          file, "is not a model that ONNX Runtime can use: " + firstLine(e), e);
    }
    try {
      return new OnnxModel(file, environment, session);
    } catch (OrtException | ModelFormatException e) {
      new Closing(session).run();
      throw e instanceof ModelFormatException format
          ? format
          : new ModelFormatException(file, "cannot be used: " + firstLine(e), e);
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private void checkInputs(Map<String, NodeInfo> infos) throws ModelFormatException {
    if (!infos.containsKey(IDS) || !INPUTS.containsAll(infos.keySet())) {
      throw new ModelFormatException(
          file,
          "has the inputs %s; must have %s, and may also have %s and %s"
              .formatted(String.join(", ", infos.keySet()), IDS, MASK, TYPES));
    }
    for (Map.Entry<String, NodeInfo> input : infos.entrySet()) {
      TensorInfo tensor = tensor(input.getValue());
      long[] shape = tensor.getShape();
      boolean free = shape.length == 2 && shape[0] <= 1 && shape[0] != 0 && shape[1] == ANY;
      if (tensor.type != OnnxJavaType.INT64 || !free) {
        throw new ModelFormatException(
            file,
            "has the input %s of type %s; must be INT64 [1 or any, any]"
                .formatted(input.getKey(), shown(tensor)));
      }
    }
  }

  private String output(Map<String, NodeInfo> infos) throws ModelFormatException {
    if (infos.size() > 1 && !infos.containsKey(LOGITS)) {
      throw new ModelFormatException(
          file,
          "has the outputs %s; must have only one output, or one that is named %s"
              .formatted(String.join(", ", infos.keySet()), LOGITS));
    }
    NodeInfo info = infos.size() == 1 ? infos.values().iterator().next() : infos.get(LOGITS);
    TensorInfo tensor = tensor(info);
    long[] shape = tensor.getShape();
    boolean ofText = shape.length == 1 || shape.length == 2;
    if (tensor.type != OnnxJavaType.FLOAT || !ofText || shape[0] > 1) {
      throw new ModelFormatException(
          file,
          "has the output %s of type %s; must be FLOAT [1 or any, labels] or FLOAT [1 or any]"
              .formatted(info.getName(), shown(tensor)));
    }
    return info.getName();
  }

  private TensorInfo tensor(NodeInfo info) throws ModelFormatException {
    if (info.getInfo() instanceof TensorInfo tensor) {
      return tensor;
    }
    throw new ModelFormatException(
        file, "has the input or output %s, which is not a tensor".formatted(info.getName()));
  }

  private static String shown(TensorInfo tensor) {
    List<String> sizes =
        Arrays.stream(tensor.getShape())
            .mapToObj(size -> size == ANY ? "any" : Long.toString(size))
            .toList();
    return tensor.type + " " + sizes;
  }

  /**
   * Runs the model on the tokens of a text, and returns a number for each label.
   *
   * @throws ModelFormatException if the result cannot be computed, or has an unexpected shape
   */
  public float[] numbers(long[] ids) throws ModelFormatException {
    Map<String, OnnxTensor> given = new HashMap<>();
    try {
      long[] ones = new long[ids.length];
      Arrays.fill(ones, 1);
      give(given, IDS, ids);
      give(given, MASK, ones);
      give(given, TYPES, new long[ids.length]);
      try (OrtSession.Result result = session.run(given, Set.of(output))) {
        return numbers(result.iterator());
      }
    } catch (OrtException e) {
      throw new ModelFormatException(
          file, "fails for %,d tokens: %s".formatted(ids.length, firstLine(e)), e);
    } finally {
      given.values().forEach(OnnxTensor::close);
    }
  }

  private void give(Map<String, OnnxTensor> given, String input, long[] values)
      throws OrtException {
    if (inputs.contains(input)) {
      long[] shape = {1, values.length};
      given.put(input, OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape));
    }
  }

  private float[] numbers(Iterator<Map.Entry<String, OnnxValue>> results)
      throws ModelFormatException {
    OnnxTensor tensor = (OnnxTensor) results.next().getValue();
    long[] shape = tensor.getInfo().getShape();
    FloatBuffer answer = tensor.getFloatBuffer();
    float[] numbers = new float[answer.remaining()];
    boolean ofText = shape.length == 1 || shape.length == 2;
    if (!ofText || shape[0] != 1 || numbers.length == 0) {
      throw new ModelFormatException(
          file,
          "returns %s of type %s for one text; must have the shape [1, labels]"
              .formatted(output, shown(tensor.getInfo())));
    }
    answer.get(numbers);
    return numbers;
  }

  /** Returns the file of the model. */
  public Path file() {
    return file;
  }
}
