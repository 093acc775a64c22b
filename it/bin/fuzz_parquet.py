"""Asks another reader about rows that Sluice took from mutated Parquet files.

fuzz_parquet.py DIRECTORY: for every N.parquet there that Sluice read other rows from than the
unchanged file has, N.rows lists them; each must be what pyarrow reads too. Exit code 1 where not.
A file whose pages are whole, but whose footer or headers pyarrow refuses while Sluice reads them, is
listed and is no error: the two parse Thrift by different libraries.
"""

import math
import pathlib
import re
import struct
import sys

import pyarrow as pa
import pyarrow.parquet as pq

DUMP = re.compile(r"CC-MAIN-[0-9A-Za-z-]{1,32}")


def column(table, path):
    """The values of a leaf column, bytes for strings."""
    names = path.split(".")
    if names[0] not in table.column_names:
        return None
    values = table.column(names[0])
    for name in names[1:]:
        values = pa.compute.struct_field(values, name)
    if pa.types.is_dictionary(values.type):
        values = values.cast(values.type.value_type)
    if pa.types.is_string(values.type):
        values = values.cast(pa.binary())
    return values.to_pylist()


def id_bytes(value):
    return b"" if value is None else value if isinstance(value, bytes) else str(value).encode()


def same_score(field, value):
    if field == "-" or value is None:
        return field == "-" and value is None
    ours = struct.unpack(">d", bytes.fromhex(field[1:]))[0]
    return ours == float(value) or (math.isnan(ours) and math.isnan(float(value)))


def same(fields, expected):
    row_id, text, score, dump = fields
    their_id, their_text, their_score, their_dump = expected
    if their_dump is not None:
        name = their_dump.decode("utf-8", "replace")
        their_dump = name if DUMP.fullmatch(name) else None
    return (
        bytes.fromhex(row_id[1:]) == id_bytes(their_id)
        and (their_text is None if text == "-" else bytes.fromhex(text[1:]) == their_text)
        and same_score(score, their_score)
        and dump == (their_dump or "unknown")
    )


def their_rows(path, names):
    """Row after row, as far as pyarrow reads; then the error, if there is one."""
    source = pq.ParquetFile(path)
    for group in range(source.num_row_groups):
        # Each leaf alone: of contradicting siblings pyarrow believes the first.
        columns = [
            None if name == "-" else column(source.read_row_group(group, columns=[name]), name)
            for name in names
        ]
        for row in range(source.metadata.row_group(group).num_rows):
            yield tuple(None if values is None else values[row] for values in columns)


def check(rows_file):
    lines = rows_file.read_text().split("\n")
    title, part, names = lines[0], lines[1], lines[2].split(" ")
    rows = [line for line in lines[3:] if line]
    theirs = their_rows(rows_file.with_suffix(".parquet"), names)
    for number, line in enumerate(rows):
        try:
            expected = next(theirs, "no row")
        except Exception as error:  # whatever pyarrow throws at broken bytes
            text = f"{title}: row {number}: pyarrow refuses: {type(error).__name__}: {error}"
            return part == "pages", text
        if expected == "no row" or not same(line.split(" "), expected):
            text = f"{title}: row {number}: pyarrow reads {str(expected)[:300]}, Sluice {line[:300]}"
            return True, text
    return None


def main():
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.rows"))
    findings = [finding for finding in map(check, files) if finding]
    for _, text in findings:
        print(text)
    wrong = sum(is_wrong for is_wrong, _ in findings)
    print(
        f"{len(files)} files with other rows: {len(files) - len(findings)} as pyarrow reads them,"
        f" {len(findings) - wrong} that it does not open, {wrong} wrong"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
