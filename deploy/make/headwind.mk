# Runs a suite in several shards and with several seeds, as many at a time as make -j says, and merges the reports of each seed.
#
#   make -j4 -f headwind.mk CLIENT='./my-client {url}'
#   make -j4 -f headwind.mk CLIENT='./my-client {url}' SHARDS=8 SEEDS='1 2 3' OPTIONS="--only 'body.*'"
#
# What has a report is not run again: after an interruption, make goes on where it was. `make clean` begins anew; the history stays.
CLIENT ?= $(error give the client: make CLIENT='./my-client {url}')
HEADWIND ?= headwind
SHARDS ?= 4
SEEDS ?= 1
OPTIONS ?=
REPORTS ?= headwind-reports
# Each shard runs several scenarios at a time. Together they should not be more than eight per core.
JOBS ?= 4

numbers := $(shell seq $(SHARDS))
parts := $(foreach seed,$(SEEDS),$(numbers:%=$(REPORTS)/$(seed)/%.json))
merged := $(SEEDS:%=$(REPORTS)/%.json)

.PHONY: report clean
.DELETE_ON_ERROR:
.SECONDARY: $(parts)

report: $(merged)
	$(HEADWIND) report trend $(REPORTS)/history

# A verdict of FAIL (status 1) is a result: make goes on.
define part
$(REPORTS)/$(1)/%.json:
	@mkdir -p $$(@D)
	$$(HEADWIND) test --shard $$*/$(SHARDS) --seed $(1) --jobs $(JOBS) --captures $$(@D)/captures $$(OPTIONS) --report json=$$@ -- $$(CLIENT) || [ $$$$? -eq 1 ]

$(REPORTS)/$(1).json: $$(numbers:%=$(REPORTS)/$(1)/%.json)
	$$(HEADWIND) report merge $$^ --gate lenient --report json=$$@ --report html=$(REPORTS)/$(1).html --report store=$(REPORTS)/history || [ $$$$? -eq 1 ]
endef
$(foreach seed,$(SEEDS),$(eval $(call part,$(seed))))

clean:
	rm -rf $(merged) $(merged:.json=.html) $(SEEDS:%=$(REPORTS)/%)
