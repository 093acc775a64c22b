"""The comparisons of it/bin/tokenizer-check."""

import base64
import json
import pathlib
import random
import struct
import subprocess
import sys
import unicodedata

import pyarrow.parquet as pq
import tiktoken
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
SENTENCES = [
    "All human beings are born free and equal in dignity and rights. It's 1948, isn't it?",
    "Alle Menschen sind frei und gleich an Würde und Rechten geboren; Straße, Größe, Übung.",
    "Tous les êtres humains naissent libres et égaux en dignité et en droits : l'été, où ça ?",
    "Todos los seres humanos nacen libres e iguales en dignidad y derechos. ¿Qué? ¡Sí!",
    "Todos os seres humanos nascem livres e iguais em dignidade e em direitos, não é?",
    "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Perché no?",
    "Alle mennesker er født frie og med samme menneskeverd; blåbærsyltetøy på brødet.",
    "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.",
    "Minden emberi lény szabadon születik, egyenlő méltósága és joga van. Árvíztűrő tükörfúrógép.",
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności. Zażółć gęślą jaźń.",
    "Všichni lidé rodí se svobodní a sobě rovní. Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. İstanbul, ıssız, ŞİŞLİ.",
    "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.",
    "Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama.",
    "Все люди рождаются свободными и равными в своём достоинстве и правах. Съешь ещё булок!",
    "Всі люди народжуються вільними і рівними у своїй гідності та правах. Ґанок, їжак.",
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια. ΟΔΥΣΣΕΥΣ, ὁ ἄνθρωπος.",
    "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ։",
    "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებით.",
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. שָׁלוֹם",
    "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. ١٢٣٤٥ ۱۲۳",
    "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔",
    "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है। १२३",
    "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে। ১২৩",
    "மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்.",
    "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ๑๒๓",
    "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。",
    "人人生而自由﹐在尊嚴和權利上一律平等。「他們賦有理性」《世界人權宣言》第一條",
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。カタカナ、ﾊﾝｶｸ。",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 한글 ㄱㄴㄷ",
    "ሰብዓዊ ፍጡር ሁሉ ነጻና በክብርና በመብትም እኩልነት ያለው ሆኖ የተወለደ ነው።",
    "ᎠᏂᏴᏫᎢ ꮳꮃꭹ — 𐐔𐐯𐑅𐐨𐑉𐐯𐐻 — 𝒜𝓁𝓁 𝟙𝟚𝟛 — ﷽ — Ⅳ ½ ² ㊿ ㍿",
    "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 ❤️ 😀😃😄 ☂️ ✈︎ #️⃣",
    "e\u0301 a\u0308\u0323 \u1e9b\u0323 \uFB01 \u212B \u2126 \u00a0\u2003\u3000\u200b\u200d\ufeff\u2028\u2029",
    "tab\there\r\nCRLF\n\n\nlines   spaces    \x00\x01\x07\x1b[31m\x7f\x85 end   ",
    "[PAD] [UNK] <|endoftext|> 'S 'LL 'ſ I'll we've THEY'RE don't 3.14159 1234567890 12,345",
]
CODE = """
def fib(n: int) -> int:
    \"\"\"Return the n-th number.\"\"\"
    return n if n < 2 else fib(n - 1) + fib(n - 2)  # slow!

#include <stdio.h>
int main(void) {\tfor (int i = 0; i < 10; ++i)\t{ printf("%d\\n", i*i); } return 0; }
SELECT a.id, COUNT(*) FROM t AS a WHERE x != 'y' AND z IS NOT NULL GROUP BY 1;
fn main() { let v: Vec<u8> = vec![0x1f, 0b1010]; println!("{:?}", v); }
{"key": [1, 2.5e-10, null, true], "nested": {"a": "\\u00e9\\n"}}
https://example.org/path?q=a%20b&c=d#frag  user@example.org  C:\\\\dir\\\\file.txt
"""


def documents(files):
    texts = []
    for file in files:
        texts += [t for t in pq.read_table(file, columns=["text"])["text"].to_pylist() if t]
    draw = random.Random(7)
    root = pathlib.Path(__file__).resolve().parents[2]
    code = CODE.strip("\n").split("\n")
    for source in sorted(root.glob("core/src/main/java/**/*.java"))[:40]:
        code += source.read_text(encoding="utf-8").split("\n")
    for i in range(4000):
        texts.append(" ".join(draw.choices(SENTENCES, k=draw.randint(1, 5))))
    for i in range(3000):
        words = [w for s in draw.choices(SENTENCES, k=6) for w in s.split(" ")]
        draw.shuffle(words)
        texts.append(draw.choice([" ", "  ", "\n", "\t", ""]).join(words))
    for i in range(2000):
        start = draw.randrange(len(code))
        texts.append("\n".join(code[start : start + draw.randint(1, 30)]))
    for i in range(2000):
        top = draw.choice([0x7F, 0x2FF, 0x2FFF, 0xFFFF, 0x1FFFF, 0x10FFFF])
        points = [draw.randint(0, top) for _ in range(draw.randint(0, 60))]
        texts.append("".join(chr(p) for p in points if not 0xD800 <= p < 0xE000))
    return texts


# name, options of Sluice, pattern as HF takes it (None: built into ByteLevel), normalizer
GPT2_DIGITS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
GPT4 = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
WHITESPACE = r" ?\S+|\s+(?!\S)|\s+"
CASES = [
    ("gpt2", [], None, None),
    ("gpt2 digits", ["--digits", "individual"], GPT2_DIGITS, None),
    ("gpt4", ["--pattern", "gpt4"], GPT4, None),
    ("whitespace", ["--pattern", "whitespace"], WHITESPACE, None),
    ("gpt2 nfc", ["--normalise", "nfc"], None, normalizers.NFC()),
    (
        "gpt4 nfkc lower-case",
        ["--pattern", "gpt4", "--normalise", "nfkc", "--lower-case"],
        GPT4,
        normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()]),
    ),
]


def peer(texts, pattern, normalizer, size):
    tokenizer = Tokenizer(models.BPE())
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    if pattern is None:
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Split(Regex(pattern), "isolated"),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=size,
            min_frequency=2,
            special_tokens=SPECIALS,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    return json.loads(tokenizer.to_str())


class Check:
    def __init__(self):
        self.failed = False

    def __call__(self, what, right, detail=""):
        self.failed |= not right
        print(("ok      " if right else "FAILED  ") + what + (" " + detail if detail else ""), flush=True)


def run(sluice, *arguments):
    subprocess.run(
        [sluice, *map(str, arguments), "--progress", "none"], check=True, stdout=subprocess.DEVNULL
    )


def read_bin(stem):
    """Ids by document, by Megatron-LM's index."""
    index = stem.with_suffix(".idx").read_bytes()
    assert index[:9] == b"MMIDIDX\0\0" and struct.unpack("<Q", index[9:17])[0] == 1
    code = index[17]
    count, pointers = struct.unpack("<QQ", index[18:34])
    assert pointers == count + 1
    lengths = struct.unpack(f"<{count}i", index[34 : 34 + 4 * count])
    at = 34 + 4 * count
    offsets = struct.unpack(f"<{count}q", index[at : at + 8 * count])
    form, width = {8: ("H", 2), 4: ("i", 4)}[code]
    data = stem.with_suffix(".bin").read_bytes()
    assert len(index) == at + 8 * count + 8 * pointers and len(data) == width * sum(lengths)
    return [list(struct.unpack_from(f"<{n}{form}", data, o)) for n, o in zip(lengths, offsets)]


def first_difference(a, b):
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y:
            return f"first at {i}: {x!r} and {y!r}"
    return f"lengths {len(a)} and {len(b)}"


def is_old(text):
    """Whether all code points are those of Unicode 3.2: every JDK normalises them alike."""
    return all(unicodedata.ucd_3_2_0.category(c) != "Cn" for c in text)


def compare(check, sluice, work, name, options, pattern, normalizer, texts, size):
    directory = work / name.replace(" ", "-")
    directory.mkdir()
    tok = directory / "tok"
    corpus = directory / "corpus.jsonl"
    if normalizer is not None:
        texts = [text for text in texts if is_old(text)]
    with open(corpus, "w", encoding="utf-8", newline="\n") as out:
        for text in texts:
            out.write(json.dumps({"text": text}, ensure_ascii=False) + "\n")
    run(sluice, "train-tokenizer", "--input", corpus, "--output", tok, "--vocab-size", size, *options)
    ours = json.loads((tok / "tokenizer.json").read_text(encoding="utf-8"))
    theirs = peer(texts, pattern, normalizer, size)
    check(f"{name}: vocabulary", ours["model"]["vocab"] == theirs["model"]["vocab"])
    mine, other = ours["model"]["merges"], theirs["model"]["merges"]
    check(f"{name}: merges", mine == other, "" if mine == other else first_difference(mine, other))
    tokenizer = Tokenizer.from_file(str(tok / "tokenizer.json"))
    tokenizer.encode_special_tokens = True
    encoded = [e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
    for kind in ("parquet", "bin"):
        run(sluice, "tokenize", "--input", corpus, "--tokenizer", tok, "--output", directory / kind,
            "--format", kind)
    table = pq.read_table(directory / "parquet" / "corpus.parquet")
    ids = table["input_ids"].to_pylist()
    same = ids == encoded
    check(f"{name}: ids of {len(texts)} documents", same, "" if same else first_difference(ids, encoded))
    check(f"{name}: rows", table["row"].to_pylist() == list(range(len(texts))))
    check(f"{name}: bin", read_bin(directory / "bin" / "corpus") == ids)
    rows = pq.read_table(directory / "bin" / "corpus.meta.parquet").to_pydict()
    places = {"parquet_path": [str(corpus.absolute())] * len(texts), "parquet_row": list(range(len(texts)))}
    check(f"{name}: rows of the bin", rows == places)
    expected = texts if normalizer is None else [normalizer.normalize_str(t) for t in texts]
    back = tokenizer.decode_batch(ids, skip_special_tokens=False)
    check(f"{name}: round trip in tokenizers", back == expected)
    if normalizer is None:
        tiktoken_round_trip(check, name, tok, pattern, texts, ids)


def tiktoken_round_trip(check, name, tok, pattern, texts, ids):
    ranks = {}
    for line in (tok / "tokenizer.tiktoken").read_text().splitlines():
        token, rank = line.split()
        ranks[base64.b64decode(token)] = int(rank)
    gpt2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
    encoding = tiktoken.Encoding(
        "sluice",
        pat_str=pattern or gpt2,
        mergeable_ranks=ranks,
        special_tokens={token: id for id, token in enumerate(SPECIALS)},
        explicit_n_vocab=len(ranks) + len(SPECIALS),
    )
    found = [encoding.encode_ordinary(text) for text in texts]
    check(f"{name}: round trip in tiktoken", [encoding.decode(f) for f in found] == texts)
    # Where a word of the texts is a special token, merges may lead to it, here as in tokenizers.
    plain = [i for i, text in enumerate(texts) if not any(token in text for token in SPECIALS)]
    differing = sum(found[i] != ids[i] for i in plain)
    check(f"{name}: ids of tiktoken, {len(plain)} documents", differing == 0, f"{differing} differ" if differing else "")


def main():
    sluice, work, files = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    texts = documents(files)
    check = Check()
    for name, options, pattern, normalizer in CASES:
        compare(check, sluice, work, name, options, pattern, normalizer, texts, 4000)
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()
