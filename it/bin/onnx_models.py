#!/usr/bin/env python3
"""Small classifiers in ONNX format with their tokenizers, and what onnxruntime and HF tokenizers make of texts.

golden DIR: a model, its tokenizer, and the ids and scores of some texts, for OnnxScorerTest.
odd DIR: models that are refused, and one whose answer is no finite number for some texts, for OddModelsTest.
words FILE: digests of the words that all characters and made-up texts are split into, for BertWordsTest.

Needs onnx, onnxruntime 1.23.2, tokenizers 0.23.3 and numpy.
"""

import base64
import hashlib
import math
import pathlib
import random
import sys

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

OPSET = 17
LARGEST = 16_777_213  # a prime below 2^24, so that each number below it is a float


def train_tokenizer(path, texts, size, alphabet=1_000, **steps):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(**steps)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(texts, trainers.WordPieceTrainer(vocab_size=size, limit_alphabet=alphabet, special_tokens=special, show_progress=False))
    ends = [(name, tokenizer.token_to_id(name)) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ends)
    tokenizer.save(str(path))
    return tokenizer


def ids(tokenizer, text, most):
    tokenizer.enable_truncation(most)
    return tokenizer.encode(text).ids


def save(path, nodes, weights, inputs, output):
    ints = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in inputs]
    graph = helper.make_graph(nodes, path.stem, ints, [output], [numpy_helper.from_array(value, name) for name, value in weights.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def classifier(path, vocabulary, dimension, positions, labels, seed=5):
    """Embeddings, one layer of attention, a mean of all tokens, and two dense layers."""
    rng = numpy.random.default_rng(seed)

    def matrix(*shape):
        return rng.normal(0, 1 / math.sqrt(shape[-1]), shape).astype(numpy.float32)

    weights = {
        "words": matrix(vocabulary, dimension) * 3,
        "places": matrix(positions, dimension),
        "kinds": matrix(2, dimension),
        **{name: matrix(dimension, dimension) for name in ("query", "key", "value", "dense")},
        "ones": numpy.ones(dimension, numpy.float32),
        "zeros": numpy.zeros(dimension, numpy.float32),
        "head": matrix(dimension, labels) * 3,
        "bias": matrix(labels),
        "root": numpy.float32(math.sqrt(dimension)),
        "one": numpy.float32(1),
        "far": numpy.float32(-1e9),
        "first": numpy.array(0, numpy.int64),
        "step": numpy.array(1, numpy.int64),
        "axis": numpy.array([1], numpy.int64),
        "last": numpy.array([2], numpy.int64),
    }
    node = helper.make_node
    nodes = [
        node("Shape", ["input_ids"], ["shape"]),
        node("Gather", ["shape", "step"], ["length"], axis=0),
        node("Range", ["first", "length", "step"], ["place"]),
        node("Gather", ["words", "input_ids"], ["word"]),
        node("Gather", ["places", "place"], ["at"]),
        node("Gather", ["kinds", "token_type_ids"], ["kind"]),
        node("Sum", ["word", "at", "kind"], ["sum"]),
        node("LayerNormalization", ["sum", "ones", "zeros"], ["x"], axis=-1),
        *(node("MatMul", ["x", name], [name[0]]) for name in ("query", "key", "value")),
        node("Transpose", ["k"], ["kt"], perm=[0, 2, 1]),
        node("MatMul", ["q", "kt"], ["products"]),
        node("Div", ["products", "root"], ["scaled"]),
        node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Sub", ["one", "mask"], ["absent"]),
        node("Mul", ["absent", "far"], ["penalty"]),
        node("Unsqueeze", ["penalty", "axis"], ["penalties"]),
        node("Add", ["scaled", "penalties"], ["masked"]),
        node("Softmax", ["masked"], ["shares"], axis=-1),
        node("MatMul", ["shares", "v"], ["seen"]),
        node("Add", ["seen", "x"], ["both"]),
        node("Unsqueeze", ["mask", "last"], ["wide"]),
        node("Mul", ["both", "wide"], ["kept"]),
        node("ReduceSum", ["kept", "axis"], ["total"], keepdims=0),
        node("ReduceSum", ["mask", "axis"], ["count"], keepdims=1),
        node("Div", ["total", "count"], ["mean"]),
        node("MatMul", ["mean", "dense"], ["inner"]),
        node("Tanh", ["inner"], ["active"]),
        node("MatMul", ["active", "head"], ["outer"]),
        node("Add", ["outer", "bias"], ["logits"]),
    ]
    save(path, nodes, weights, ["input_ids", "attention_mask", "token_type_ids"], helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", labels]))


def fingerprint(path):
    """Answers a whole number that differs if any id, or their order, does."""
    whole = {name: numpy.array(value, numpy.int64) for name, value in dict(first=0, step=1, factor=7919, added=31, prime=LARGEST).items()}
    node = helper.make_node
    nodes = [
        node("Shape", ["input_ids"], ["shape"]),
        node("Gather", ["shape", "step"], ["length"], axis=0),
        node("Range", ["first", "length", "step"], ["place"]),
        node("Mul", ["place", "place"], ["square"]),
        node("Mul", ["square", "factor"], ["large"]),
        node("Add", ["large", "added"], ["weight"]),
        node("Add", ["input_ids", "step"], ["id"]),
        node("Mul", ["id", "weight"], ["product"]),
        node("ReduceSum", ["product", "axis"], ["sum"], keepdims=1),
        node("Mod", ["sum", "prime"], ["rest"]),
        node("Cast", ["rest"], ["logits"], to=TensorProto.FLOAT),
    ]
    save(path, nodes, {**whole, "axis": numpy.array([1], numpy.int64)}, ["input_ids"], helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1]))


def session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def numbers(runtime, tokens):
    given = numpy.array([tokens], numpy.int64)
    values = {"input_ids": given, "attention_mask": numpy.ones_like(given), "token_type_ids": numpy.zeros_like(given)}
    return runtime.run(None, {each.name: values[each.name] for each in runtime.get_inputs()})[0][0]


def score(values, activation, label):
    values = values.astype(numpy.float64)
    if activation == "softmax":
        shares = numpy.exp(values - values.max())
        return float(shares[label] / shares.sum())
    return float(1 / (1 + numpy.exp(-values[label])) if activation == "sigmoid" else values[label])


WORDS = (
    "the of and to in a is that for water river mountain history science energy data theory proof café naïve Ångström "
    "İstanbul ΣΊΣΥΦΟΣ 日本語 中文 文章 Привет мир данные 한국어 buy now cheap click 🎉 <b> x1 don't e-mail ﬁne"
).split()
HOSTILE = [
    "",
    " \n\t",
    "unaffable waters, rivers; mountains!",
    "[CLS] inside [SEP] and [MASK][PAD] [UNK] [sep] [[SEP]]",
    "nul\0byte \ufffd soft\u00adhyphen zero\u200bwidth \u2028 line\u0085next \u00a0 \u3000 \x1c\x1f \x7f",
    "e\u0301 \u0301\u0327a \u1e9b\u0323 a\u0334\u0345\u0334 q\u302e\u0301\u302f b\u1d165\u1d16d x\u0489\u0301 \u0344 \U0001d165\U0001d16d\U0001d165",
    "각 가\u11a8 ㄱ 漢字 \uf900\U0002f800 \U00020000\U0002b820 ー々〆 ｆｕｌｌ ㎏ ①",
    "ΟΔΥΣΣΕΥΣ ΣΑΣ İIıi ẞß ǅ \u0130\u0307 \ua7cb\U00010d50\U00016ea0",
    "a" * 100 + " " + "a" * 101 + " " + "é" * 100 + "water" * 30,
    "$+<=>^`|~ ¡§¶·¿ ‘’“”…—– ₿ € ^_^ \U0001f600\U0001f1e9\U0001f1ea \u2066rtl\u2069 \u0600 \u180e \ue000 \U000e0041",
    "water " * 700,
    "w" * 5000,
]


def texts(rng, count):
    yield from HOSTILE
    for number in range(count):
        words = [rng.choice(WORDS) for _ in range(rng.randint(1, 60))]
        if number % 2:
            word = rng.randrange(len(words))
            kind = rng.random()
            points = (rng.randrange(0x20, 0x3000) if kind < 0.6 else rng.randrange(0x3000, 0x20000) for _ in range(8))
            words[word] += "".join(chr(point) for point in points if not 0xD800 <= point <= 0xDFFF)
        yield " ".join(words)


def every_character():
    """Each character there is, by itself, between letters, and among marks."""
    points = [point for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF]
    for first in range(0, len(points), 64):
        yield " ".join(f"{chr(point)} a{chr(point)}b \u0345{chr(point)}\u0334" for point in points[first : first + 64])


def made_up(count):
    """Texts of characters that change each other; BertWordsTest makes the same."""
    state = 1

    def below(bound):
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (state >> 33) % bound

    ranges = [(0x300, 0x70), (0x20, 0x60), (0x1E00, 0x200), (0xAC00, 0x2BA4), (0x1D165, 0x20), (0x302A, 6), (0x900, 0x800), (0x1E000, 0x30)]
    for _ in range(count):
        chosen = []
        for _ in range(16):
            first, size = ranges[below(len(ranges))]
            chosen.append(chr(first + below(size)))
        yield "".join(chosen)


def words(file):
    split = pre_tokenizers.BertPreTokenizer().pre_tokenize_str
    everything = [*every_character(), *made_up(20_000)]
    with open(file, "w") as out:
        for chosen in ("0000", "1000", "0100", "0010", "0001", "1111"):
            steps = [each == "1" for each in chosen]
            normalizer = normalizers.BertNormalizer(*steps[:2], strip_accents=steps[2], lowercase=steps[3])
            digest = hashlib.sha256()
            for text in everything:
                found = [word for word, _ in split(normalizer.normalize_str(text))]
                digest.update(("\0".join(found) + "\n").encode())
            out.write(f"{chosen}\t{digest.hexdigest()}\n")


def golden(directory):
    most = 24
    rng = random.Random(7)
    tokenizer = train_tokenizer(directory / "tokenizer.json", [" ".join(WORDS)] * 9, 200, alphabet=90, lowercase=True)
    classifier(directory / "classifier.onnx", tokenizer.get_vocab_size(), 8, most, 2)
    runtime = session(directory / "classifier.onnx")
    with open(directory / "scores.tsv", "w", encoding="utf-8") as out:
        for text in (text for text in texts(rng, 40) if len(text) < 600):
            tokens = ids(tokenizer, text, most)
            values = numbers(runtime, tokens)
            columns = [repr(score(values, *how)) for how in (("none", 0), ("sigmoid", 1), ("softmax", 1))]
            out.write("\t".join([base64.b64encode(text.encode()).decode(), ",".join(map(str, tokens)), *columns]) + "\n")


def odd(directory):
    node, value, whole, number = helper.make_node, helper.make_tensor_value_info, TensorProto.INT64, TensorProto.FLOAT
    ids = value("input_ids", whole, ["batch", "length"])
    logits = value("logits", number, ["batch", "labels"])
    constants = {"axis": numpy.array([1], numpy.int64), "one": numpy.array([1], numpy.int64), "zero": numpy.array([0], numpy.int64), "seven": numpy.float32(7)}
    cast = node("Cast", ["input_ids"], ["numbers"], to=number)
    greatest = [cast, node("ReduceMax", ["numbers"], ["greatest"], axes=[1], keepdims=1)]

    def write(name, nodes, inputs=(ids,), outputs=(logits,), **weights):
        used = {each for one in nodes for each in one.input}
        given = [numpy_helper.from_array(tensor, key) for key, tensor in {**constants, **weights}.items() if key in used]
        graph = helper.make_graph(nodes, name, inputs, outputs, given)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
        (directory / f"{name}.onnx").write_bytes(model.SerializeToString())
        return model

    def answer(source):
        return node("Identity", [source], ["logits"])

    # NaN, if all ids are below 7; minus infinity, if the greatest is 7.
    write("logarithm", [*greatest, node("Sub", ["greatest", "seven"], ["less"]), node("Log", ["less"], ["logits"])])
    write("other-name", [node("Cast", ["ids"], ["logits"], to=number)], [value("ids", whole, ["batch", "length"])])
    write("other-type", [cast, answer("numbers")], [value("input_ids", TensorProto.INT32, ["batch", "length"])])
    write("other-length", [cast, answer("numbers")], [value("input_ids", whole, [1, 128])])
    write("other-dimensions", [cast, answer("numbers")], [value("input_ids", whole, ["length"])])
    write("more-inputs", [cast, answer("numbers")], [ids, value("position_ids", whole, ["batch", "length"])])
    write("double", [node("Cast", ["input_ids"], ["logits"], to=TensorProto.DOUBLE)], outputs=[value("logits", TensorProto.DOUBLE, ["batch", "labels"])])
    write("sequence", [cast, node("SequenceConstruct", ["numbers"], ["logits"])], outputs=[helper.make_tensor_sequence_value_info("logits", number, None)])
    write("two-outputs", [cast, node("Neg", ["numbers"], ["others"])], outputs=[value(name, number, ["batch", "labels"]) for name in ("numbers", "others")])
    write("three-dimensions", [cast, node("Unsqueeze", ["numbers", "axis"], ["logits"])], outputs=[value("logits", number, ["batch", "one", "labels"])])
    # What these answer differs from what they declare.
    write("number-per-token", [cast, answer("numbers")])
    write("row-per-token", [cast, node("Transpose", ["numbers"], ["logits"], perm=[1, 0])])
    write("nothing", [cast, node("Slice", ["numbers", "zero", "zero", "axis"], ["logits"])])
    hidden = [node("Shape", ["input_ids"], ["shape"]), node("Concat", ["one", "shape"], ["sizes"], axis=0), node("Greater", ["sizes", "zero"], ["all"]), node("Compress", ["sizes", "all"], ["unknown"], axis=0)]
    write("hidden-dimensions", [cast, *hidden, node("Reshape", ["numbers", "unknown"], ["logits"])])
    # Weights in another file: of the graph, and of a branch in it.
    words = numpy.arange(256, dtype=numpy.float32).reshape(256, 1)
    gather = [node("Gather", ["words", "input_ids"], ["vectors"]), node("ReduceSum", ["vectors", "axis"], ["logits"], keepdims=0)]

    def elsewhere(name, tensor, model):
        onnx.external_data_helper.set_external_data(tensor, "weights.bin")
        tensor.ClearField("raw_data")
        (directory / f"{name}.onnx").write_bytes(model.SerializeToString())

    model = write("weights-elsewhere", gather, words=words)
    elsewhere("weights-elsewhere", next(each for each in model.graph.initializer if each.name == "words"), model)
    branch = helper.make_graph([node("Gather", ["words", "input_ids"], ["vectors"]), node("ReduceSum", ["vectors", "axis"], ["sums"], keepdims=0)], "branch", [], [value("sums", number, None)], [numpy_helper.from_array(words, "words")])
    condition = [node("ReduceMax", ["input_ids"], ["largest"], keepdims=0), node("Cast", ["largest"], ["condition"], to=TensorProto.BOOL)]
    model = write("branch-elsewhere", [*condition, node("If", ["condition"], ["logits"], then_branch=branch, else_branch=branch)], axis=constants["axis"])
    model.graph.initializer.append(numpy_helper.from_array(constants["axis"], "axis"))
    for attribute in model.graph.node[2].attribute:
        elsewhere("branch-elsewhere", attribute.g.initializer[0], model)


if __name__ == "__main__":
    if sys.argv[1] == "golden":
        golden(pathlib.Path(sys.argv[2]))
    elif sys.argv[1] == "odd":
        odd(pathlib.Path(sys.argv[2]))
    elif sys.argv[1] == "words":
        words(sys.argv[2])
