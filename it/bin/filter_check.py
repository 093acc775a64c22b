#!/usr/bin/env python3
"""What filter-check does: filter_check.py CLASSPATH WORK [FILTERS [SEED]]"""
import collections
import fractions
import math
import pathlib
import random
import struct
import subprocess
import sys

import duckdb
import pyarrow

ROWS = 400
SHOWN = 5

LONGS = [0, 1, -1, 2, 3, -3, 2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1, 2**60 + 1, 2**63 - 1, 2**63 - 2, -(2**63)]
SMALL = [0, 1, -1, 2, 3, -3, 2**53, -(2**53)]
DOUBLES = [0.0, -0.0, 0.5, 0.65, -2.5, 1.0, 2.0, 3.0, -3.0, math.nan, math.inf, -math.inf, 2.0**53, 2.0**53 + 2,
           -(2.0**53), -(2.0**53) - 2, 2.0**60, 2.0**63, -(2.0**63), 1e300, 5e-324, 1.7976931348623157e308]
STRINGS = ["", "a", "ab", "abc", "aab", "aaab", "abab", "aabab", "b", "B", "en", "\u00e9", "e\u0301", "\u8a9e", "\u8a9e\u8a00", "\uffff",
           "\U0001f600", "\U0001f601", "it's", 'say "x"', "`", "a\nb", "a b", "%", "a_c", "\\", "http://a.example/b.pdf"]
NUMBERS = ["0", "-0", "0.0", "1", "+1", "-1", "2", "3.0", "1e0", "0.5", "0.65", "6.5E-1", "0.650", "-2.5", "2.5",
           "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740992.5", "-9007199254740993",
           "1152921504606846977", "1152921504606846976.5", "9223372036854775807", "9223372036854775807.5",
           "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "1e300", "1e-300", "-1e19", "4.9e-324"]

KINDS = {"b": "BOOLEAN", "c": "BOOLEAN", "n": "INTEGER", "m": "INTEGER", "small": "INTEGER", "x": "FLOATING",
         "y": "FLOATING", "s": "STRING", "odd name": "STRING", "or": "STRING", "metadata.url": "STRING",
         "metadata.score": "FLOATING", "tags": "OTHER"}
OPERATORS = {"==": "=", "=": "=", "!=": "<>", "<>": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
MIRRORED = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def sql_column(name):
    return ".".join(f'"{part}"' for part in name.split("."))


def sql_string(value):
    return "'" + value.replace("'", "''") + "'"


def sql_double(text):
    return f"CAST('{text}' AS DOUBLE)"


def known(what, *columns):
    """The condition where the columns are not null; it may be constant, which SQL would not call unknown."""
    missing = " OR ".join(f"{column} IS NULL" for column in columns)
    return f"(CASE WHEN {missing} THEN NULL ELSE {what} END)"


def integer_with_number(column, operator, text):
    """DuckDB would compare some of these as doubles: exact as decimals, where these can hold the number."""
    exact = fractions.Fraction(text)
    if exact.denominator == 1 and -(2**63) <= exact < 2**63:
        return f"{column} {operator} {int(exact)}"
    if abs(exact) < 10**25 and (exact * 10**10).denominator == 1:
        return f"CAST({column} AS DECIMAL(38, 10)) {operator} CAST('{text}' AS DECIMAL(38, 10))"
    return f"CAST({column} AS DOUBLE) {operator} {sql_double(text)}"


def double_with_number(column, operator, text):
    """By the nearest double, but exact where doubles miss integers: there by the doubles on either side."""
    exact = fractions.Fraction(text)
    nearest = float(exact)
    if not 2**53 < abs(exact) <= 2**63 or fractions.Fraction(nearest) == exact:
        return f"{column} {operator} {sql_double(text)}"
    above = nearest if fractions.Fraction(nearest) > exact else math.nextafter(nearest, math.inf)
    constant = {"=": "false", "<>": "true"}.get(operator)
    if constant:
        return known(constant, column)
    return f"{column} {'<' if operator in ('<', '<=') else '>='} {sql_double(repr(above))}"


def integer_with_double(integer, operator, double):
    """DuckDB rounds the integer to a double; exact by the integers on either side of the double."""
    floor, ceiling = (f"CAST({side}(GREATEST(LEAST({double}, 1e30), -1e30)) AS HUGEINT)" for side in ("floor", "ceil"))
    conditions = {
        "=": f"{integer} = {floor} AND {floor} = {ceiling}",
        "<>": f"{integer} <> {floor} OR {floor} <> {ceiling}",
        "<": f"{integer} < {ceiling}",
        "<=": f"{integer} <= {floor}",
        ">": f"{integer} > {floor}",
        ">=": f"{integer} >= {ceiling}",
    }
    return known(f"({conditions[operator]})", integer, double)


class Filters:
    """Random filters, each as Sluice reads it and as DuckDB does."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def any(self, *choices):
        return self.random.choice(choices)

    def value(self, column):
        if self.random.random() < 0.2:
            return None
        values = {"BOOLEAN": [True, False], "INTEGER": SMALL if column == "small" else LONGS, "FLOATING": DOUBLES,
                  "STRING": STRINGS + ["\0"], "OTHER": [["x"], []]}
        return self.random.choice(values[KINDS[column]])

    def spelled(self, column):
        odd = column == "or" or " " in column
        return f"`{column}`" if odd or self.random.random() < 0.1 else column

    def number(self):
        return self.random.choice(NUMBERS) if self.random.random() < 0.8 else repr(self.random.randrange(-50, 50) / 8)

    def literal(self, kind):
        """As it is written, and the value that DuckDB gets: SQL, or the digits of a number."""
        if kind == "BOOLEAN":
            value = self.any("true", "false")
            return self.any(value, value.upper()), value
        if kind == "STRING":
            value, quote = self.random.choice(STRINGS), self.any("'", '"')
            return quote + value.replace(quote, quote * 2) + quote, sql_string(value)
        number = self.number()
        return number, number

    def compared(self, column, operator, value):
        kind, name = KINDS[column], sql_column(column)
        if kind == "INTEGER":
            return integer_with_number(name, operator, value)
        return double_with_number(name, operator, value) if kind == "FLOATING" else f"{name} {operator} {value}"

    def operator(self, kind):
        return self.random.choice(list(OPERATORS)[:4] if kind == "BOOLEAN" else list(OPERATORS))

    def comparison(self, column, kind):
        text, value = self.literal(kind)
        operator, space = self.operator(kind), self.any("", " ")
        if self.any(True, False):
            return f"{self.spelled(column)}{space}{operator}{space}{text}", self.compared(column, OPERATORS[operator], value)
        mirrored = MIRRORED[OPERATORS[operator]]
        return f"{text}{space}{operator}{space}{self.spelled(column)}", self.compared(column, mirrored, value)

    def comparison_of_columns(self, column, kind):
        numbers = ("INTEGER", "FLOATING")
        other = self.random.choice([name for name in KINDS if KINDS[name] == kind or {kind, KINDS[name]} == set(numbers)])
        operator = self.operator(kind)
        sql, one, two = OPERATORS[operator], sql_column(column), sql_column(other)
        if kind == KINDS[other] or "small" in (column, other):
            condition = f"{one} {sql} {two}"
        elif kind == "INTEGER":
            condition = integer_with_double(one, sql, two)
        else:
            condition = integer_with_double(two, MIRRORED[sql], one)
        return f"{self.spelled(column)} {operator} {self.spelled(other)}", condition

    def membership(self, column, kind):
        literals = [self.literal(kind) for _ in range(self.random.randrange(1, 9))]
        negated = self.any(True, False)
        if kind in ("STRING", "BOOLEAN"):
            condition = f"{sql_column(column)} IN ({', '.join(value for _, value in literals)})"
        else:
            condition = "(" + " OR ".join(self.compared(column, "=", value) for _, value in literals) + ")"
        text = f"{self.spelled(column)} {self.any('not in', 'NOT IN') if negated else 'in'} ({', '.join(text for text, _ in literals)})"
        return text, f"NOT ({condition})" if negated else condition

    def special(self, column, kind):
        if kind == "BOOLEAN":
            return self.spelled(column), sql_column(column)
        if kind != "STRING":
            return self.comparison(column, kind)
        function, (text, value) = self.any("starts_with", "ends_with", "contains"), self.literal(kind)
        return f"{function}({self.spelled(column)}, {text})", f"{function}({sql_column(column)}, {value})"

    def condition(self):
        column = self.random.choice(list(KINDS))
        kind = KINDS[column]
        if kind == "OTHER" or self.random.random() < 0.15:
            test = self.any("is null", "is not null", "IS NULL")
            return f"{self.spelled(column)} {test}", f"{sql_column(column)} {test.upper()}"
        return self.any(self.comparison, self.comparison, self.comparison_of_columns, self.membership, self.special)(column, kind)

    def filter(self, depth):
        choice = self.random.randrange(5) if depth else 4
        if choice < 2:
            parts = [self.filter(depth - 1) for _ in range(self.any(2, 3))]
            operator, sql = (self.any("||", " or "), " OR ") if choice == 0 else (self.any("&&", " and "), " AND ")
            return operator.join(f"({text})" for text, _ in parts), sql.join(f"({condition})" for _, condition in parts)
        if choice < 4:
            text, condition = self.filter(depth - 1)
            return f"{self.any('!', 'not ', 'NOT')}({text})", f"NOT ({condition})"
        return self.condition()


def written(kind, value):
    """A value as Sluice's side reads it."""
    if value is None:
        return "-"
    if kind == "FLOATING":
        return struct.pack(">d", value).hex()
    if kind in ("STRING", "OTHER"):
        return str(value).encode().hex()
    return str(value).lower()


def passing_in_sluice(classpath, path, rows, filters):
    lines = [f"column\t{name}\t{kind}" for name, kind in KINDS.items()]
    lines += ["\t".join(["row", *(written(kind, row[name]) for name, kind in KINDS.items())]) for row in rows]
    lines += ["filter\t" + text.encode().hex() for text, _ in filters]
    path.write_text("\n".join(lines) + "\n")
    command = ["java", "-cp", classpath, "dev.sluice.core.filter.EvaluateFilters", str(path)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [[int(number) for number in line.split()] for line in said.split("\n")[:-1]]


def table(rows):
    columns = {name: [row[name] for row in rows] for name in KINDS if "." not in name}
    types = {"BOOLEAN": pyarrow.bool_(), "INTEGER": pyarrow.int64(), "FLOATING": pyarrow.float64(),
             "STRING": pyarrow.string(), "OTHER": pyarrow.list_(pyarrow.string())}
    arrays = {name: pyarrow.array(values, types[KINDS[name]]) for name, values in columns.items()}
    struct_type = pyarrow.struct({"url": types["STRING"], "score": types["FLOATING"]})
    structs = [{"url": row["metadata.url"], "score": row["metadata.score"]} for row in rows]
    structs = [None if value == {"url": None, "score": None} else value for value in structs]
    return pyarrow.table({"row": list(range(len(rows))), **arrays, "metadata": pyarrow.array(structs, struct_type)})


def main():
    classpath, work = sys.argv[1], pathlib.Path(sys.argv[2])
    count, seed = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((3, 10_000), (4, 1)))
    random_filters = Filters(seed)
    rows = [{name: random_filters.value(name) for name in KINDS} for _ in range(ROWS)]
    filters = [random_filters.filter(number % 5) for number in range(count)]
    found = passing_in_sluice(classpath, work / "filters.tsv", rows, filters)
    if len(found) != count:
        sys.exit(f"{count} filters, {len(found)} answers")
    database = duckdb.connect()
    source = table(rows)
    database.register("source", source)
    database.execute("CREATE TABLE source_rows AS SELECT * FROM source")
    differing, outcomes = 0, collections.Counter()
    for (text, condition), numbers in zip(filters, found):
        query = f'SELECT "row" FROM source_rows WHERE {condition} ORDER BY "row"'
        expected = [number for number, in database.execute(query).fetchall()]
        outcomes["all" if len(expected) == ROWS else "some" if expected else "none"] += 1
        if numbers != expected:
            differing += 1
            if differing <= SHOWN:
                row = min(set(numbers) ^ set(expected))
                print("WRONG", f"{text}\n  {condition}\n  passes here: {row in numbers}: {rows[row]}", flush=True)
    shares = ", ".join(f"{outcomes[outcome]:,} pass {outcome}" for outcome in ("some", "all", "none"))
    print("WRONG" if differing else "ok  ", f"{count:,} filters on {ROWS} rows by duckdb {duckdb.__version__}: {shares}; {differing} differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
