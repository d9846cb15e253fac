module search

go 1.19

require headwindtest v0.0.0

replace headwindtest => ../../go/headwindtest
