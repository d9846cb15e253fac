module headwindtest

go 1.19
